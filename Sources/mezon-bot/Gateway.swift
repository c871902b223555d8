import ArgumentParser
import Foundation
import LocalGateway
import Logging
import MezonBot
import MezonModel
import ServiceLifecycle
import UnixSignals

/// Runs a local gateway alone.
struct Gateway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a Mezon-compatible gateway on loopback, for bots in development.",
        discussion: "What it serves, its switches and its faults: Sources/LocalGateway/README.md.")

    @Option(help: ArgumentHelp("Where to listen; port 0 for any free one.", valueName: "host:port"))
    var listen = "127.0.0.1:0"

    @Option(help: ArgumentHelp("The world to start with, as JSON; otherwise a small clan.", valueName: "file"))
    var seed: String?

    @Option(help: ArgumentHelp("Write one JSON object here once it listens.", valueName: "file"))
    var readyFile: String?

    @OptionGroup var log: LogOptions

    func run() async throws {
        do {
            let gateway = try LocalGateway(
                configuration: try configuration(), time: SystemTime(), logger: log.logger("gateway", unlessSaid: .warning))
            let address = try await gateway.start()
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
            throw Failure(.failed, "\(error)")
        } catch let error as HouseError {
            throw Failure(.failed, "\(error)")
        }
    }

    private func configuration() throws -> GatewayConfiguration {
        guard let separator = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: separator)...]) else {
            throw ValidationError("--listen is host:port, such as 127.0.0.1:7350")
        }
        var configuration = GatewayConfiguration(host: String(listen[..<separator]), port: Int(port))
        if let seed {
            do {
                configuration.seed = try JSONDecoder().decode(
                    GatewaySeed.self, from: Data(contentsOf: URL(fileURLWithPath: seed)))
            } catch {
                throw Failure(.configuration, "the seed '\(seed)' cannot be read: \(error)")
            }
        }
        return configuration
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
