import BotConfiguration
import BotKit
import BotTesting
import Delivery
import Foundation
import Logging
import MezonClient
import Testing

@testable import MezonBotApp

/// Tests requests of one bot in two clans: their secrets, and the limit of a host that they share.
@Suite(.timeLimit(.minutes(5))) struct WebRequestClanTests {
    private static let (lab, school): (ClanID, ClanID) = (3, 4)
    private let time = ManualTime()

    private func sender(_ server: ScriptedWebServer) throws -> WebRequestSender {
        let config = """
            version: 1
            names: { clans: { school: "\(Self.school)" } }
            bots:
              asker: { enabled_in: all, http: { allow_private: ["\(server.base)"], per_second: 2 }, config: { key: "${env:LAB}" } }
              other: { enabled_in: all, http: { allow_private: ["\(server.base)"], per_second: 9 } }
            clans: { school: { bots: { asker: { config: { key: "${env:SCHOOL}" } } } } }

            """
        let folder = try TemporaryDirectory()
        let path = folder.path + "/config.yaml"
        try config.write(toFile: path, atomically: true, encoding: .utf8)
        let loaded = ConfigurationLoader(environment: ["LAB": "lab-key", "SCHOOL": "school-key"], formats: []).load(path)
        let configuration = try #require(loaded.configuration, "\(loaded.diagnostics)")
        return WebRequestSender(
            configuration, web: WebFetcher(configuration.httpAccess, time: SystemTime(), logger: .init(label: "test")),
            clan: { $0 == 30 ? Self.lab : $0 == 40 ? Self.school : nil }, time: time)
    }

    /// A request that a message in a clan causes.
    ///
    /// - Parameter key: The name of the environment variable with the secret.
    private func request(
        _ server: ScriptedWebServer, in clan: ClanID, key: String? = nil, by bot: String = "asker"
    ) throws -> OutboundRequest {
        var headers: [String: SecretText] = [:]
        if let key { headers["X-Key"] = "\(Secret("?", reference: "${env:\(key)}"))" }
        let channel = Channel(id: clan == Self.lab ? 30 : 40, clan: clan, label: "general")
        let message = Message.make(text: "?", in: channel.id, clan: clan)
        let request = try WebRequest("ask", .get, server.base + "/", headers: headers)
        let action = try #require(ResolvedAction(.request(request), for: .message(message)))
        return OutboundRequest(action, in: channel, idempotencyKey: "k", author: "bot:\(bot)")
    }

    @Test func `each clan sends its own secret to the same host`() async throws {
        let server = try await ScriptedWebServer([.page(200, "yes")])
        let sender = try sender(server)
        _ = try await sender.send(try request(server, in: Self.lab, key: "LAB"))
        _ = try await sender.send(try request(server, in: Self.school, key: "SCHOOL"))
        #expect(server.requests.map { $0.headers["x-key"] } == ["lab-key", "school-key"])
        try await server.stop()
    }

    @Test func `a request does not send the secret of another clan`() async throws {
        let server = try await ScriptedWebServer([.page(200, "yes")])
        let sender = try sender(server)
        for (clan, key) in [(Self.lab, "SCHOOL"), (Self.school, "LAB")] {
            await #expect(throws: SendError.refused(code: 0, "the secret in the header 'X-Key' is not configured")) {
                try await sender.send(try request(server, in: clan, key: key))
            }
        }
        #expect(server.requests.isEmpty)
        try await server.stop()
    }

    @Test func `clans and bots share the lowest limit of a host`() async throws {
        let server = try await ScriptedWebServer([.page(200, "yes")])
        let sender = try sender(server)
        _ = try await sender.send(try request(server, in: Self.lab, by: "other"))
        _ = try await sender.send(try request(server, in: Self.lab))
        let driver = Task { [time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
        _ = try await sender.send(try request(server, in: Self.school))
        driver.cancel()
        #expect(time.uptime >= .seconds(1))
        #expect(server.requests.count == 3)
        try await server.stop()
    }
}
