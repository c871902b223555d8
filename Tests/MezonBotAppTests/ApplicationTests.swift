import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Tests the whole application over real sockets with a test gateway.
struct ApplicationTests {
    private struct Parrot: Bot {
        static let manifest = Manifest("parrot", needs: [.reply, .edit])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply(Draft(message.text))] }
        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            guard case .edit(let message) = event else { return [] }
            return [.reply(Draft("changed to \(message.text)"))]
        }
    }

    private func withApplication(
        rules: String = "", _ body: @escaping @Sendable (LiveApplication, Channel) async throws -> Void
    ) async throws {
        let config = """
            bots: { parrot: { enabled_in: [general] } }
            rules:
              - id: greeting
                trigger: message
                when: { text: { any_word: [hello] } }
                then: [{ reply: "Hello {{ author.username }}" }, { react: "👋" }]
              - id: scam
                trigger: message
                mode: enforce
                when: { text: { contains: free nitro } }
                then: [delete]
            \(rules)
            """
        try await LiveApplication.run([Parrot.self], config: config) { try await body($0, $0.channel) }
    }

    private func next(_ running: LiveApplication) async -> String { await running.next() }

    @Test(.timeLimit(.minutes(15))) func `a message is answered by a rule and by a bot`() async throws {
        try await withApplication { running, channel in
            try await running.guest.say("hello", in: channel)
            #expect(await [next(running), next(running), next(running)] == ["Hello guest", "👋", "hello"])
        }
    }

    @Test(.timeLimit(.minutes(15))) func `an edit reaches a bot, and a delete action is carried out`() async throws {
        try await withApplication { running, channel in
            let first = try await running.guest.say("one", in: channel)
            #expect(await next(running) == "one")
            _ = try await running.guest.carryOut(.edit(first, "two", topic: 0), in: channel)
            #expect(await next(running) == "changed to two")
            try await running.guest.say("get FREE nitro here", in: channel)
            #expect(await Set([next(running), next(running)]) == ["(deleted)", "get FREE nitro here"])
        }
    }

    @Test(.timeLimit(.minutes(15))) func `a start that fails after the login closes what it opened`() async throws {
        let folder = try TemporaryDirectory()
        let data = folder.path + "/data"
        // The crash log cannot be opened. An HTTP client that is released without being closed ends the test process.
        try FileManager.default.createDirectory(atPath: data + "/in-progress", withIntermediateDirectories: true)
        let config = folder.path + "/config.yaml"
        try "version: 1\nbot: { gateway: local }\n".write(toFile: config, atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(config, registry: BotRegistry([]), environment: [:])
        let checked = try #require(compiled, "\(report.human())")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await #expect(throws: ApplicationError.cannotWrite(file: data + "/in-progress", reason: "Is a directory")) {
            _ = try await Application(checked, options: .init(dataFolder: data), time: SystemTime(), logger: logger) { _ in }
        }
        try Store(folder: DataDirectory(data), time: SystemTime(), logger: logger).close()
    }

    @Test(.timeLimit(.minutes(15))) func `startup and reconnected triggers fire`() async throws {
        let rules = """
              - id: up
                trigger: startup
                then: [{ send: { to: general, text: I am up } }]
              - id: back
                trigger: { reconnected: { gap: ">= 0s" } }
                then: [{ send: { to: general, text: I am back } }]
            """
        try await withApplication(rules: rules) { running, channel in
            let place = try ReadyFile.read(from: running.folder.path + "/ready.json")
            try await TestGatewayControlClient(url: try #require(place.control), time: SystemTime())
                .post("/disconnect", #"{"account":"mezon-bot"}"#)
            var heard = await next(running)
            if heard == "I am up" { heard = await next(running) }
            #expect(heard == "I am back")
            let reader = try JournalReader(folder: running.folder.path + "/data")
            let lines = try await reader.lines(after: 0, limit: 10)
            #expect(lines.map(\.entry.kind).filter { $0.hasPrefix("system-") } == ["system-started", "system-reconnected"])
            #expect(
                lines.flatMap { $0.trace?.steps ?? [] }.map(\.who).filter { $0.hasPrefix("rule:") } == ["rule:up", "rule:back"])
        }
    }

    @Test(.timeLimit(.minutes(15))) func `an erased user appears in no file of a running bot and can still write`() async throws {
        try await withApplication { running, channel in
            try await running.guest.say("hello canarytext, get free nitro", in: channel)
            // Waits until every answer has been received before the next message is sent.
            for _ in 0..<4 { _ = await next(running) }
            try await running.guest.say("again", in: channel)
            #expect(await next(running) == "again")
            let data = running.folder.path + "/data"
            #expect(try StoreWithHistory.files(with: "canarytext", in: data) != [])
            let reply = try await AdminClient(folder: data).answer(to: .eraseUser(running.guestID))
            #expect(!reply.isRefused && reply.lines.first?.contains("Erased user") == true, "\(reply.lines)")
            #expect(try StoreWithHistory.files(with: "canarytext", in: data) == [])
            try await running.guest.say("still here", in: channel)
            #expect(await next(running) == "still here")
        }
    }

    @Test(.timeLimit(.minutes(15))) func `the journal shows the trace and deliveries of each message`() async throws {
        try await withApplication { running, channel in
            try await running.guest.say("hello", in: channel)
            for _ in 0..<3 { _ = await next(running) }
            let reader = try JournalReader(folder: running.folder.path + "/data")
            let line = try #require(try await reader.lines(after: 1, limit: 1).first)
            #expect(line.trace?.steps.map(\.who) == ["rule:greeting", "bot:parrot"])
            #expect(line.deliveries.map(\.author) == ["rule:greeting", "rule:greeting", "bot:parrot"])
            let text = JournalListing(labels: try await reader.channelLabels(), in: .gmt).human(line)
            #expect(text.hasPrefix("#2 ") && text.contains(" general Guest: hello\n    rule:greeting: reply, react ("))
            #expect(try JournalListing(labels: [:], in: .gmt).json(line).contains(#""text":"hello""#))
        }
    }

    @Test(.timeLimit(.minutes(15))) func `a second process on the same data directory is rejected, naming the owner`()
        async throws
    {
        try await withApplication { running, _ in
            #expect(
                throws: StorageError.owned(folder: running.folder.path + "/data", by: ProcessInfo.processInfo.processIdentifier)
            ) {
                try DataDirectory(running.folder.path + "/data")
            }
        }
    }
}
