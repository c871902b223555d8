import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import Logging
import Storage
import Testing
import Webhooks

@testable import MezonBotApp

/// Tests incoming and outgoing webhooks over real sockets.
@Suite(.timeLimit(.minutes(15)))
struct WebhookApplicationTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private func config(_ target: PostRecorder) -> String {
        """
        connections:
          hooks:
            webhooks: { listen: "127.0.0.1:0" }
            channels:
              ci: { path: /hooks/ci, secrets: ["${env:SECRET}"] }
              ops: { url: "http://127.0.0.1:\(target.port)/ops", secrets: ["${env:SECRET}"], allow_private: true }
        relays:
          builds: { from: ci, to: lab }
          alarm: { from: general, to: ops, when: { not: { text: { starts_with: "*" } } } }
        rules:
          - id: told
            trigger: { command: case }
            then: { webhook: { to: ops, event: case.opened, data: { about: "{{ command.args }}", by: ["{{ author.name }}"] } } }
        """
    }

    private func ask(_ request: AdminRequest, _ application: LiveApplication) async throws -> AdminReply {
        try await AdminClient(folder: application.folder.path + "/data").answer(to: request)
    }

    private func health(_ application: LiveApplication) async throws -> StatusReport {
        guard let health = try await ask(.health, application).health else { throw AdminSocketError.lost }
        return health
    }

    /// Waits until the webhook server listens and returns the endpoint's address.
    private func door(_ application: LiveApplication) async throws -> String {
        while true {
            let status = try await health(application).connectors?.first
            if let status, status.isConnected, let place = status.text.split(separator: " ").last {
                return "http://\(place)/hooks/ci"
            }
        }
    }

    private func next(_ application: LiveApplication) async -> String? {
        for await event in application.heard {
            if case .message(let message) = event, message.channel == LiveApplication.lab { return message.text }
        }
        return nil
    }

    private func with(
        _ replies: [PostRecorder.Reply], _ body: @escaping @Sendable (LiveApplication, PostRecorder) async throws -> Void
    ) async throws {
        let target = try await PostRecorder(replies)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await LiveApplication.run([], config: config(target), environment: ["SECRET": Self.secret]) { application in
                    try await body(application, target)
                })
        } catch {
            result = .failure(error)
        }
        try await target.stop()
        try result.get()
    }

    @Test func `a signed webhook call is shown once in a Mezon channel, even when repeated`() async throws {
        try await with([]) { application, _ in
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let caller = WebhookSender(time: SystemTime(), logger: logger)
            var door = WebhookTarget(
                url: Secret(try await door(application)), secrets: [Secret(Self.secret)], reachesInside: true)
            for (id, text) in [("a", "one"), ("a", "one"), ("b", "two")] {
                let body = #"{"text":"build \#(text)","username":"CI"}"#
                try await caller.post(Array(body.utf8), id: id, to: door)
            }
            #expect(await next(application) == "CI: build one")
            #expect(await next(application) == "CI: build two")
            door.secrets = []
            await #expect(throws: WebhookSendError.refused(status: 401, excerpt: "authentication failed")) {
                try await caller.post(Array("{}".utf8), id: "c", to: door)
            }
        }
    }

    @Test func `webhook messages are posted in order and once by id, despite errors and hang-ups`() async throws {
        try await with([.status(500), .hangUp, .status(200), .status(503), .hangUp]) { application, target in
            let first = try await application.guest.say("one", in: application.channel)
            for text in ["two", "three"] { _ = try await application.guest.say(text, in: application.channel) }
            let posts = await target.next(7)
            #expect(posts.map(\.isTaken) == [false, false, true, false, false, true, true])
            let taken = posts.filter(\.isTaken)
            #expect(posts.map(\.id) == [0, 0, 0, 1, 1, 1, 2].map { taken[$0].id } && Set(posts.map(\.id)).count == 3)
            let told = try taken.map { try JSONDecoder().decode([String: JSONValue].self, from: Data($0.body))["data"]?.object }
            #expect(told.map { $0?["text"] } == ["one", "two", "three"])
            #expect(told.map { $0?["author"]?.object?["name"] } == ["Guest", "Guest", "Guest"])

            _ = try await application.guest.carryOut(.edit(first, "one, mended", topic: 0), in: application.channel)
            let edit = try #require(await target.next(1).first)
            let body = try JSONDecoder().decode([String: JSONValue].self, from: Data(edit.body))
            #expect(body["type"] == "message.updated" && body["data"]?.object?["text"] == "one, mended")
            #expect(body["data"]?.object?["id"] == .string(taken[0].id))
            #expect(body["data"]?.object?["author"]?.object?["name"] == "Guest")
            #expect(try await health(application).connectors?.first?.problems == [])
        }
    }

    @Test func `a refused webhook post can be sent again by request`() async throws {
        try await with([.status(200), .status(400)]) { application, target in
            for text in ["one", "two", "three"] { _ = try await application.guest.say(text, in: application.channel) }
            let ids = await target.next(3).map(\.id)
            let reader = try JournalReader(folder: application.folder.path + "/data")
            let ops = try #require(try await reader.channels().first { $0.label == "ops" }).id
            while try await reader.givenUp(to: [ops], since: .distantPast).isEmpty { await Task.yield() }
            let request = AdminRequest.resend(to: [ops], since: .distantPast)
            #expect(try await ask(request, application).lines == ["1 delivery queued again"])
            let again = await target.next(1)
            #expect(again.map(\.id) == [ids[1]] && again.allSatisfy(\.isTaken))
            #expect(try await ask(request, application).lines == ["no failed deliveries"])
        }
    }

    @Test func `a webhook action posts signed JSON and retries like other deliveries`() async throws {
        try await with([.status(500)]) { application, target in
            _ = try await application.guest.say("*case broken door", in: application.channel)
            let posts = await target.next(2)
            #expect(posts.map(\.isTaken) == [false, true] && posts[0].id == posts[1].id && posts[0].body == posts[1].body)
            let body = try JSONDecoder().decode([String: JSONValue].self, from: Data(posts[1].body))
            #expect(body["type"] == "case.opened")
            #expect(body["data"] == ["about": "broken door", "by": ["Guest"]])
        }
    }
}
