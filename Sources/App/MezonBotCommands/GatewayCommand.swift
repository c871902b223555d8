import ArgumentParser
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonTestGateway
import ServiceLifecycle
import UnixSignals

/// Runs a local gateway without a bot.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a local Mezon-compatible gateway for development.",
        discussion: """
            Listens on the loopback interface only. Sources/Mezon/MezonTestGateway/README.md describes its API, options and faults. \
            Exit codes: 0 success, 1 failure, 2 invalid seed or faults.
            """)

    @Option(help: ArgumentHelp("Address to listen on; port 0 selects a free one", valueName: "host:port"))
    var listen = "127.0.0.1:0"

    @Option(
        help: ArgumentHelp("JSON file with the initial state (default: a small clan)", valueName: "file"), completion: .file())
    var seed: String?

    @Option(help: ArgumentHelp("JSON file with a list of initial faults", valueName: "file"), completion: .file())
    var faults: String?

    @Option(
        help: ArgumentHelp("File to write one JSON object to when the gateway listens", valueName: "file"), completion: .file())
    var readyFile: String?

    @OptionGroup var log: LogOptions

    func run() async throws {
        do {
            let gateway = try MezonTestGateway(
                configuration: try configuration(), time: SystemTime(), logger: log.logger("gateway", default: .warning))
            let faults: [Fault] = try self.faults.map { try Self.read($0, "faults") } ?? []
            let address = try await gateway.start()
            for fault in faults { try await gateway.add(fault) }
            let ready = ReadyFile(
                gateway: address.baseURL, bot: 0, accounts: gateway.accounts, control: address.controlURL)
            if let readyFile { try ready.write(to: readyFile) }
            print(text(ready))
            var services = ServiceGroupConfiguration(
                services: [.init(service: gateway)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
            services.maximumGracefulShutdownDuration = .seconds(5)
            try await ServiceGroup(configuration: services).run()
        } catch let error as GatewayError {
            throw CommandError(.failed, "\(error)")
        } catch let error as ApplicationError {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func configuration() throws -> GatewayConfiguration {
        guard let separator = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: separator)...]) else {
            throw CommandError(.usage, "--listen must be host:port, for example 127.0.0.1:7350")
        }
        var configuration = GatewayConfiguration(host: String(listen[..<separator]), port: Int(port))
        if let seed { configuration.seed = try Self.read(seed, "seed") }
        return configuration
    }

    private static func read<Value: Decodable>(_ file: String, _ what: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch DecodingError.dataCorrupted(let context) {
            throw CommandError(.configuration, "cannot read the \(what) file '\(file)': \(context.debugDescription)")
        } catch DecodingError.keyNotFound(let key, _) {
            throw CommandError(.configuration, "the \(what) file '\(file)' lacks the key '\(key.stringValue)'")
        } catch let error as DecodingError {
            throw CommandError(
                .configuration, "cannot read the \(what) file '\(file)': \(DecodingErrorDescription.words(for: error))")
        } catch {
            throw CommandError(
                .configuration, "cannot read the \(what) file '\(file)': \(FileErrorDescription.words(for: error))")
        }
    }

    private func text(_ ready: ReadyFile) -> String {
        var lines = [
            "gateway ready: \(ready.gateway)", "control endpoint: \(ready.control ?? "")", "accounts (name, app id, token):",
        ]
        lines += ready.accounts.map { "  \($0.name)  \($0.appid)  \($0.token)" }
        lines.append("chat from a second terminal: mezon-bot chat --as guest --gateway \(ready.gateway)")
        return lines.joined(separator: "\n")
    }
}
