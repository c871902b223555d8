import ArgumentParser
import Foundation
import LocalGateway
import Logging
import MezonBot
import MezonModel
import ServiceLifecycle
import UnixSignals

/// Runs a local gateway without a bot.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a Mezon-compatible gateway on loopback, for bots in development.",
        discussion: "What it serves, its switches and its faults: Sources/LocalGateway/README.md.")

    @Option(help: ArgumentHelp("Where to listen; port 0 for any free one.", valueName: "host:port"))
    var listen = "127.0.0.1:0"

    @Option(help: ArgumentHelp("The world to start with, as JSON; otherwise a small clan.", valueName: "file"))
    var seed: String?

    @Option(help: ArgumentHelp("Faults to start with: a JSON list of what the control endpoint takes.", valueName: "file"))
    var faults: String?

    @Option(help: ArgumentHelp("Write one JSON object here once it listens.", valueName: "file"))
    var readyFile: String?

    @OptionGroup var log: LogOptions

    func run() async throws {
        do {
            let gateway = try MezonTestGateway(
                configuration: try configuration(), time: SystemTime(), logger: log.logger("gateway", unlessSaid: .warning))
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
            throw ValidationError("--listen is host:port, such as 127.0.0.1:7350")
        }
        var configuration = GatewayConfiguration(host: String(listen[..<separator]), port: Int(port))
        if let seed { configuration.seed = try Self.read(seed, "seed") }
        return configuration
    }

    private static func read<Value: Decodable>(_ file: String, _ what: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch DecodingError.dataCorrupted(let context) {
            throw CommandError(.configuration, "the \(what) in '\(file)' cannot be read: \(context.debugDescription)")
        } catch DecodingError.keyNotFound(let key, _) {
            throw CommandError(.configuration, "the \(what) in '\(file)' lack the key '\(key.stringValue)'")
        } catch let error as DecodingError {
            throw CommandError(
                .configuration, "the \(what) in '\(file)' cannot be read: \(DecodingErrorDescription.words(for: error))")
        } catch {
            throw CommandError(.configuration, "the \(what) in '\(file)' cannot be read: \(error.localizedDescription)")
        }
    }

    private func text(_ ready: ReadyFile) -> String {
        var lines = [
            "gateway is ready: \(ready.gateway)", "control endpoint: \(ready.control ?? "")", "accounts (name, app id, token):",
        ]
        lines += ready.accounts.map { "  \($0.name)  \($0.appid)  \($0.token)" }
        lines.append("talk there from a second terminal: mezon-bot chat --as guest --gateway \(ready.gateway)")
        return lines.joined(separator: "\n")
    }
}
