import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import IRC
import Logging
import Testing

@testable import MezonBotApp

struct ConnectionProbeTests {
    private func statuses(_ ports: String, patience: Duration) async throws -> [ConnectorStatus] {
        let folder = try TemporaryDirectory()
        try "version: 1\nconnections:\n\(ports)\n".write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (checked, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]), environment: [:])
        let compiled = try #require(checked, "\(report.human())")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await ConnectionProbe(compiled, time: SystemTime(), logger: logger, patience: patience).run()
    }

    @Test(.enabled(if: IRCServerProcess.path(of: .ngircd) != nil, "ngircd is not installed"), .timeLimit(.minutes(5)))
    func `a reachable IRC connection is reported as healthy`() async throws {
        let server = try IRCServerProcess(.ngircd)
        try await server.start()
        let ports = "  net: { irc: { host: 127.0.0.1, port: \(server.port), tls: off, nick: bot }, channels: { far: \"#far\" } }"
        let statuses = try await statuses(ports, patience: .seconds(60))
        #expect(statuses.map(\.name) == ["net"] && statuses.flatMap(\.troubles).isEmpty)
    }

    /// Nothing listens on port 1 of this machine.
    @Test func `an unreachable IRC connection is reported after the timeout`() async throws {
        let ports = "  net: { irc: { host: 127.0.0.1, port: 1, tls: off, nick: bot }, channels: { far: \"#far\" } }"
        let statuses = try await statuses(ports, patience: .zero)
        #expect(statuses.count == 1 && !statuses.flatMap(\.troubles).isEmpty)
    }
}
