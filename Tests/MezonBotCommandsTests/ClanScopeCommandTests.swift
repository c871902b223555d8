import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

/// Tests commands that are confined to the clan `red` of a bot that also serves a clan whose names and texts all contain `blue`.
@Suite(.timeLimit(.minutes(15)))
struct ClanScopeCommandTests {
    private static let hidden = ["blue", "1011", "9101"]

    /// A data directory in which the same has happened in both clans.
    private func data() async throws -> TestStore {
        let testStore = try await TestStore(channels: [
            Channel(id: 1011, clan: 101, label: "blue-hall"), Channel(id: 1021, clan: 102, label: "red-hall"),
        ])
        let store = try testStore.store
        try await store.directory.remember(clans: [Clan(id: 101, name: "blue"), Clan(id: 102, name: "red")], channels: [])
        let messages = [(Int64(101), "blue"), (102, "red")].map { clan, name in
            let author = Author(id: UserID(9000 + clan), username: "\(name)an")
            return Message.make(text: "\(name)text", in: ChannelID(clan * 10 + 1), by: author, clan: ClanID(clan))
        }
        try await store.journal.append(messages.map { .make($0) })
        for (index, (message, name)) in zip(messages, ["blue", "red"]).enumerated() {
            let (clan, channel, user) = (message.clan, message.channel, message.author.id)
            let evidence = Evidence(
                message: message.id, channel: channel, author: user, text: "\(name)text", attachments: [], at: testStore.time.now)
            let draft = CaseDraft(
                kind: "warn", user: user, clan: clan, channel: channel, message: message.id, reason: "\(name) reason",
                evidence: [evidence])
            let sequence = Int64(index + 1)
            var turn = Turn(
                sequence: sequence, trace: Trace([.init("rule:\(name)-rule", "act", "\(name) because")]),
                deliveries: [NewDelivery(author: "bot:\(name)", ordinal: 0, destination: channel, payload: [1])])
            let job = ScheduledJob("\(name)-tea", due: testStore.time.now + 60, clan: clan, channel: channel, user: user)
            turn.jobs = [.schedule(job, author: "bot:\(name)")]
            turn.cases = [NewCase(author: "rule:\(name)-rule", draft: draft)]
            try await store.turns.commit([turn])
            let request = try WebRequest("\(name)ask", .get, "https://a.example/", note: 1)
            let outgoing = try #require(AddressedWebRequest(request, for: .message(message), in: 0))
            let response = WebResponse(
                .failure("\(name) fault"), to: outgoing, as: sequence, by: "bot:\(name)", at: testStore.time.now)
            try await store.outbox.settle([
                DeliveryResult(
                    delivery: sequence, outcome: .dead("no"), at: testStore.time.now, note: .response(response))
            ])
        }
        try testStore.close()
        return testStore
    }

    private func run(_ arguments: [String], in testStore: TestStore) async throws -> CommandProcess.Outcome {
        let folder = try TemporaryDirectory()
        return try await CommandProcess.run(arguments + ["--data", testStore.path], in: folder.path)
    }

    @Test(arguments: [
        (["journal", "list", "--misses"], "redtext"), (["journal", "list", "--json"], "redtext"),
        (["journal", "list", "--limit", "2"], "redtext"), (["journal", "search", "--since", "3000d"], "redtext"),
        (["journal", "search", "redtext", "--json"], "redtext"), (["rules", "explain", "#2", "--json"], "red because"),
        (["cases", "list"], "red-rule"), (["cases", "list", "--json"], "red-rule"), (["cases", "show", "1"], "redtext"),
        (["cases", "undo", "1"], "redan"), (["cases", "questions", "--json"], "[]"),
        (["dead-letters", "list", "--json"], "red fault"), (["dead-letters", "show", "2"], "red fault"),
        (["schedule", "list"], "red-tea"), (["schedule", "list", "--json"], "red-tea"), (["schedule", "show", "2"], "red-hall"),
    ])
    func `a confined command shows its clan and nothing of another one`(arguments: [String], expected: String) async throws {
        let testStore = try await data()
        for clan in ["102", "red"] {
            let outcome = try await run(arguments + ["--only-clan", clan], in: testStore)
            #expect(outcome.code == 0 && outcome.output.contains(expected), "\(outcome.output)\(outcome.errors)")
            let shown = (outcome.output + outcome.errors).lowercased()
            for word in Self.hidden { #expect(!shown.contains(word), "\(shown)") }
        }
        if arguments.contains("list"), !arguments.contains("--limit") {
            let whole = try await run(arguments + ["--only-clan", "101", "--only-clan", "102"], in: testStore)
            for text in [expected, expected.replacing("red", with: "blue")] {
                #expect(whole.output.contains(text), "\(whole.output)")
            }
        }
    }

    @Test(arguments: [
        ["rules", "explain", "#1"], ["rules", "explain", "#2", "--rule", "blue-rule"], ["cases", "show", "101/1"],
        ["cases", "list", "--clan", "101"], ["cases", "list", "--user", "bluean"],
        ["cases", "undo", "--rule", "blue-rule", "--apply"],
        ["cases", "undo", "101/1", "--apply"], ["cases", "undo", "--user", "9101", "--apply"],
        ["dead-letters", "show", "1"], ["dead-letters", "retry", "1"], ["journal", "search", "--channel", "blue-hal"],
        ["journal", "search", "--user", "bluean"], ["schedule", "show", "1"], ["schedule", "pause", "1"],
        ["schedule", "cancel", "1"],
    ])
    func `a confined command refuses what belongs to another clan`(arguments: [String]) async throws {
        let testStore = try await data()
        let outcome = try await run(arguments + ["--only-clan", "102"], in: testStore)
        #expect(outcome.code != 0, "\(outcome.output)")
        let named = Set(arguments)
        for word in ["blue-hall", "bluetext", "blue reason", "blue fault", "blue because"] where !named.contains(word) {
            #expect(!(outcome.output + outcome.errors).contains(word), "\(outcome.output)\(outcome.errors)")
        }
        let letters = try await testStore.reader().deadLetters(all: false)
        #expect(letters.count == 2)
        #expect(try await testStore.reader().jobs(of: nil, limit: 9).map(\.isPaused) == [false, false])
    }

    @Test func `a search finds nothing in channels of another clan, also by id`() async throws {
        let testStore = try await data()
        for arguments in [["bluetext"], ["--channel", "1011"], ["--user", "9101"]] {
            let outcome = try await run(["journal", "search", "--only-clan", "102"] + arguments, in: testStore)
            #expect(outcome.output.contains("No messages found."), "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test func `a confined assistant pauses a job of its clan and is its author in the journal`() async throws {
        let testStore = try await data()
        let pause = ["schedule", "pause", "2", "--only-clan", "102", "--assistant", "claude"]
        let outcome = try await run(pause, in: testStore)
        #expect(outcome.code == 0 && outcome.output.contains("red-tea"), "\(outcome.output)\(outcome.errors)")
        let journal = try await run(["journal", "list", "--only-clan", "102"], in: testStore)
        #expect(journal.output.contains("system-job-paused by assistant:claude"), "\(journal.output)")
        let other = try await run(["journal", "list", "--only-clan", "101"], in: testStore)
        #expect(!other.output.contains("claude"), "\(other.output)")
    }

    @Test func `an assistant without a name is refused`() async throws {
        let outcome = try await run(["schedule", "pause", "2", "--assistant", " "], in: try await data())
        #expect(outcome.code == 64 && outcome.errors.contains("--assistant must not be empty"), "\(outcome.errors)")
    }

    @Test func `an unknown clan is refused`() async throws {
        let testStore = try await data()
        let outcome = try await run(["journal", "list", "--only-clan", "rad"], in: testStore)
        #expect(outcome.code == 1 && outcome.errors.contains("there is no clan 'rad'"), "\(outcome.errors)")
    }

    @Test(arguments: [["status"], ["rules", "show"], ["rules", "list"], ["rules", "trigger", "x"], ["journal", "export"]])
    func `a command that cannot be confined has no option for it`(arguments: [String]) async throws {
        let folder = try TemporaryDirectory()
        let outcome = try await CommandProcess.run(arguments + ["--only-clan", "102"], in: folder.path)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
    }
}
