import BotKit
import BotTesting
import Foundation
import Testing

@testable import MezonBotApp

/// Tests web requests of a bot through the whole application, over sockets.
@Suite(.timeLimit(.minutes(15))) struct WebRequestApplicationTests {
    private struct Asker: Bot {
        struct Options: BotOptions {
            var key = Secret("")
        }

        static let manifest = Manifest("asker", needs: [.reply, .request])
        let options: Options

        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
            let request = try WebRequest(
                "ask", .post, message.text, headers: ["Authorization": "Bearer \(options.key)"], .json(["question": "why"]),
                attempts: 3, note: ["by": message.author.name])
            return [.request(request)]
        }

        func onResponse(_ response: WebResponse, _ context: Context) throws -> [Action] {
            let note: [String: String] = try response.note()
            let outcome = response.http.map { "\($0.status) \($0.text)" } ?? response.failure ?? ""
            return [.reply("\(note["by"] ?? ""): \(outcome)")]
        }
    }

    private struct Eavesdropper: Bot {
        static let manifest = Manifest("eavesdropper", needs: [.reply])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict { .skip("silent") }
        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            if case .system(.response) = event { [.reply("overheard")] } else { [] }
        }
        func onResponse(_ response: WebResponse, _ context: Context) -> [Action] { [.reply("overheard")] }
    }

    private func run(
        _ replies: [ScriptedWebServer.Reply],
        _ body: @escaping @Sendable (LiveApplication, ScriptedWebServer) async throws -> Void
    ) async throws {
        let server = try await ScriptedWebServer(replies)
        let bots = """
            bots:
              eavesdropper: { enabled_in: all }
              asker: { enabled_in: [general], http: { allow_private: ["\(server.base)"] }, config: { key: "${env:KEY}" } }
            """
        try await LiveApplication.run(
            [Eavesdropper.self, Asker.self], config: bots, environment: ["KEY": "canary-71b2"]
        ) { live in
            try await body(live, server)
        }
        try await server.stop()
    }

    @Test func `a response reaches the bot that asked, which answers the question`() async throws {
        try await run([.page(200, "because")]) { (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/ask") == "Guest: 200 because")
            let request = try #require(await server.next())
            #expect(request.method == "POST")
            #expect(request.target == "/ask")
            #expect(request.body == #"{"question":"why"}"#)
            #expect(request.headers["authorization"] == "Bearer canary-71b2")
            #expect(request.headers["content-type"] == "application/json")
            #expect(try await live.kinds().contains("system-web-response"))
            #expect(try live.holds("${env:KEY}"))
            #expect(try !live.holds("canary-71b2"))
        }
    }

    @Test func `temporary failures are retried with the same idempotency key`() async throws {
        let later: ScriptedWebServer.Reply = .page(429, "later", headers: [("retry-after", "0")])
        try await run([later, .hangUp, .page(404, "no")]) { (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/ask") == "Guest: 404 no")
            let keys = server.requests.map { $0.headers["idempotency-key"] ?? "" }
            #expect(keys.count == 3)
            #expect(Set(keys).count == 1)
            #expect(keys.first?.isEmpty == false)
        }
    }

    @Test(arguments: [
        ([ScriptedWebServer.Reply.page(500, "")], "Guest: given up after 3 attempts: the server is unavailable: status 500"),
        ([.large(10 << 20)], "Guest: the response is larger than 1048576 bytes"),
    ])
    func `a request without a response reports why`(replies: [ScriptedWebServer.Reply], reason: String) async throws {
        try await run(replies) { (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/ask") == reason)
        }
    }

    @Test func `a request that failed is a dead letter, whose retry asks the server again under the same key`() async throws {
        try await run([.large(10 << 20), .large(10 << 20), .page(200, "because")]) {
            (live: LiveApplication, server) async throws in
            let failure = "Guest: the response is larger than 1048576 bytes"
            #expect(try await live.answer(to: "\(server.base)/ask") == failure)
            let admin = AdminClient(folder: live.folder.path + "/data")
            let retried = try await admin.answer(to: .retry(deadLetter: 1)).lines
            #expect(retried.first?.hasPrefix("bot:asker retries entry") == true)
            #expect(await live.next() == failure)
            // The second failure is retried from the same message.
            #expect(try await admin.answer(to: .retry(deadLetter: 2)).lines == retried)
            #expect(await live.next() == "Guest: 200 because")
            let keys = server.requests.map { $0.headers["idempotency-key"] ?? "" }
            #expect(keys.count == 3)
            #expect(Set(keys).count == 1)
            #expect(keys.first?.isEmpty == false)
            // The same text in another message is another request.
            #expect(try await live.answer(to: "\(server.base)/ask") == "Guest: 200 because")
            #expect(Set(server.requests.map { $0.headers["idempotency-key"] }).count == 2)
        }
    }

    @Test func `a host that the operator has not allowed is not asked`() async throws {
        try await run([.page(200, "secret")]) { (live: LiveApplication, server) async throws in
            let other = try await ScriptedWebServer([.page(200, "secret")])
            let refusal = try await live.answer(to: "\(other.base)/")
            #expect(refusal.hasPrefix("Guest: \(other.base) is not allowed"))
            #expect(other.requests.isEmpty)
            try await other.stop()
        }
    }

    @Test func `a redirect is a response and is not followed`() async throws {
        try await run([.page(302, "moved", headers: [("location", "/elsewhere")])]) {
            (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/ask") == "Guest: 302 moved")
            #expect(server.requests.count == 1)
        }
    }
}
