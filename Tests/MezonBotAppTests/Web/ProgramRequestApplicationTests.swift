import BotTesting
import Foundation
import Testing

@testable import MezonBotApp

/// Tests web requests of a program through the whole application, over sockets.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"),
    .timeLimit(.minutes(15)))
struct ProgramRequestApplicationTests {
    private static let program = """
        import json, os, sys
        print(json.dumps({"hello": 1, "events": ["message", "response"]}), flush=True)
        for line in map(json.loads, sys.stdin):
            event = line["event"]
            if event["kind"] == "message":
                header = {"Authorization": {"secret": "tracker", "prefix": "Bearer "}}
                actions = [{"request": {"url": event["text"], "headers": header, "json": {"a": 1}, "attempts": 2, "note": "n"}}]
            else:
                sees = "canary-71b2" in json.dumps(line) + str(os.environ)
                actions = [{"reply": f"{event.get('status')} {event.get('text', event.get('failure'))} {event['note']} {sees}"}]
            print(json.dumps({"turn": line["turn"], "actions": actions}), flush=True)
        """

    private func run(
        _ replies: [ScriptedWebServer.Reply],
        _ body: @escaping @Sendable (LiveApplication, ScriptedWebServer) async throws -> Void
    ) async throws {
        let server = try await ScriptedWebServer(replies)
        let folder = try TemporaryDirectory()
        try Self.program.write(toFile: folder.path + "/program.py", atomically: true, encoding: .utf8)
        let bots = """
            bots:
              asker:
                enabled_in: [general]
                program: [/usr/bin/python3, \(folder.path)/program.py]
                grants: [reply, request]
                secrets: { tracker: "${env:KEY}" }
                http: { allow_private: ["\(server.base)"] }
            """
        try await LiveApplication.run([], config: bots, environment: ["KEY": "canary-71b2"]) { live in
            try await body(live, server)
        }
        withExtendedLifetime(folder) {}
        try await server.stop()
    }

    @Test func `a request carries a secret that the program does not see, and its response returns`() async throws {
        try await run([.page(201, "made")]) { (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/tickets") == "201 made n False")
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.body == #"{"a":1}"#)
            #expect(request.headers["authorization"] == "Bearer canary-71b2")
            #expect(try live.holds("${env:KEY}"))
            #expect(try !live.holds("canary-71b2"))
        }
    }

    @Test func `temporary failures are retried under one key, and a host that is not allowed is not asked`() async throws {
        let later: ScriptedWebServer.Reply = .page(503, "later", headers: [("retry-after", "0")])
        try await run([later, .page(200, "yes")]) { (live: LiveApplication, server) async throws in
            #expect(try await live.answer(to: "\(server.base)/") == "200 yes n False")
            #expect(server.requests.count == 2)
            #expect(Set(server.requests.map { $0.headers["idempotency-key"] ?? "" }).count == 1)
            let refusal = try await live.answer(to: "http://127.0.0.1:9/")
            #expect(refusal.hasPrefix("None http://127.0.0.1:9 is not allowed"), "\(refusal)")
        }
    }
}
