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
    private func statuses(_ connections: String, timeout: Duration) async throws -> [ConnectorStatus] {
        let folder = try TemporaryDirectory()
        try "version: 1\nconnections:\n\(connections)\n".write(
            toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (checked, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]), environment: [:])
        let compiled = try #require(checked, "\(report.human())")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await ConnectionProbe(compiled, time: SystemTime(), logger: logger, timeout: timeout).run()
    }

    @Test(.enabled(if: IRCServerProcess.path(of: .ngircd) != nil, "ngircd is not installed"), .timeLimit(.minutes(5)))
    func `a reachable IRC connection is reported as healthy`() async throws {
        let server = try IRCServerProcess(.ngircd)
        try await server.start()
        let connections =
            "  net: { irc: { host: 127.0.0.1, port: \(server.port), tls: off, nick: bot }, channels: { far: \"#far\" } }"
        let statuses = try await statuses(connections, timeout: .seconds(60))
        #expect(statuses.map(\.name) == ["net"] && statuses.flatMap(\.problems).isEmpty)
    }

    /// Nothing listens on port 1 of this machine.
    @Test func `an unreachable IRC connection is reported after the timeout`() async throws {
        let connections = "  net: { irc: { host: 127.0.0.1, port: 1, tls: off, nick: bot }, channels: { far: \"#far\" } }"
        let statuses = try await statuses(connections, timeout: .zero)
        #expect(statuses.count == 1 && !statuses.flatMap(\.problems).isEmpty)
    }
}
