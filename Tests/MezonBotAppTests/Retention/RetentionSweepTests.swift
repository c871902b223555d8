import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct RetentionSweepTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private func ago(days: Double) -> Date { now.addingTimeInterval(-days * 86_400) }

    private func policy(_ store: String, channels: String = "") throws -> RetentionPolicy {
        let text = """
            version: 1
            store: { \(store) }
            names: { channels: { general: "201", random: "202" } }
            channels: { \(channels) }
            """
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        return RetentionPolicy(try #require(compiled, "\(report.human())").configuration)
    }

    private func told() async throws -> StoreWithHistory {
        let kept = try await StoreWithHistory()
        try await kept.say(.make(text: "canaryold one"), answer: "canaryanswer", why: "it says canaryold", at: ago(days: 40))
        try await kept.say(.make(text: "canaryrandom two", in: .random), why: "canaryreason", at: ago(days: 20))
        try await kept.say(.make(text: "fresh three"), answer: "fresh answer", why: "it is fresh", at: ago(days: 1))
        try await kept.sendAll()
        try await kept.archive.catchUp()
        return kept
    }

    private func sweep(_ kept: StoreWithHistory, _ policy: RetentionPolicy) async throws -> RetentionReport {
        try await RetentionSweep(store: kept.store, archive: kept.archive, policy: policy).run(at: now)
    }

    private func texts(_ kept: StoreWithHistory) async throws -> [String] {
        try await kept.store.reader.lines(after: 0, limit: 3).map { line in
            if case .message(let message) = line.entry.event { "\(message.author.name): \(message.text)" } else { "" }
        }
    }

    @Test func `messages that named an erased user are redacted after their retention period, too`() async throws {
        let kept = try await StoreWithHistory()
        let person = Author(id: 1_900_000_000_000_000_777, username: "minh")
        let mention = Mention(user: person.id, username: "minh", range: TextRange(0, 5))
        try await kept.say(.make(text: "hello", by: person), at: ago(days: 40))
        try await kept.say(.make(text: "@minh canaryold", by: .binh, mentions: [mention]), at: ago(days: 40))
        try await kept.say(.make(text: "canarywho", by: .binh), answer: "minh", at: ago(days: 40))
        try await kept.sendAll()
        try await kept.archive.catchUp()
        _ = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        #expect(try kept.files(with: "canary") != [])
        let report = try await sweep(kept, try policy("retention: { messages: 30d }"))
        #expect(report.entries == 2)
        try await kept.archive.purge()
        #expect(try await kept.store.redactions.truncateLog())
        #expect(try kept.files(with: "canary") == [])
    }

    @Test func `messages past their retention period are redacted in every file`() async throws {
        let kept = try await told()
        let policy = try policy("retention: { messages: 30d }")
        let planned = try await RetentionSweep.plan(policy, in: kept.testStore.path, cipher: nil, at: now)
        #expect(try await texts(kept) == ["an: canaryold one", "an: canaryrandom two", "an: fresh three"])
        let report = try await sweep(kept, policy)
        #expect(report == planned)
        #expect(report.entries == 1 && report.deliveries == 1 && report.traces == 0)
        #expect(try await texts(kept) == ["an: ", "an: canaryrandom two", "an: fresh three"])
        try await kept.archive.purge()
        #expect(try await kept.store.redactions.truncateLog())
        #expect(try kept.files(with: "canaryold") == [])
        #expect(try kept.files(with: "fresh") == ["archive.sqlite", "bot.sqlite"])
        #expect(try await sweep(kept, policy).isEmpty)
    }

    @Test func `a channel may have a shorter or longer retention period`() async throws {
        let kept = try await told()
        let policy = try policy("retention: { messages: 30d }", channels: "random: { retention: { messages: 10d } }")
        #expect(try await sweep(kept, policy).entries == 2)
        #expect(try await texts(kept) == ["an: ", "an: ", "an: fresh three"])
    }

    @Test func `a changed retention policy starts from the beginning`() async throws {
        let kept = try await told()
        #expect(try await sweep(kept, try policy("retention: { messages: 30d }")).entries == 1)
        #expect(try await sweep(kept, try policy("retention: { messages: 10d }")).entries == 1)
        #expect(try await texts(kept) == ["an: ", "an: ", "an: fresh three"])
    }

    @Test func `trace reasons have their own retention period, and outcomes stay`() async throws {
        let kept = try await told()
        let report = try await sweep(kept, try policy("retention: { traces: 10d }"))
        #expect(report.traces == 2 && report.entries == 0)
        let traces = try await kept.store.reader.lines(after: 0, limit: 3).map { $0.trace?.steps ?? [] }
        #expect(traces.map { $0.map(\.what) } == [["reply"], ["miss"], ["reply"]])
        #expect(traces.map { $0.map(\.why) } == [[""], [""], ["it is fresh"]])
        #expect(try await kept.store.reader.redactions(after: 0, through: 9) == [1: .trace, 2: .trace])
    }

    @Test func `evidence has its own retention period`() async throws {
        let kept = try await StoreWithHistory()
        let message = Message.make(text: "rude")
        let evidence = Evidence(
            message: message.id, channel: .general, author: message.author.id, text: "rude", attachments: ["a.png"], at: now)
        let draft = CaseDraft(
            kind: "warn", user: message.author.id, clan: .test, channel: .general, message: message.id, evidence: [evidence])
        try await kept.say(message, cases: [NewCase(author: "rule:a", draft: draft)])
        let later = kept.testStore.time.now.addingTimeInterval(366 * 86_400)
        let policy = try policy("retention: { evidence: 365d }")
        let report = try await RetentionSweep(store: kept.store, archive: kept.archive, policy: policy).run(at: later)
        #expect(report.cases == 1)
        let left = try #require(try await kept.store.reader.cases(CaseFilter()).first?.draft.evidence.first)
        #expect(left.text == "" && left.attachments == [] && left.message == message.id && left.author == message.author.id)
    }

    @Test func `an unprocessed entry is not redacted`() async throws {
        let kept = try await StoreWithHistory()
        try await kept.store.journal.append([.make(.make(text: "waiting"), at: ago(days: 99))])
        #expect(try await sweep(kept, try policy("retention: { messages: 30d }")).isEmpty)
    }

    @Test(arguments: [
        ("store: { retention: { messages: 5m } }", "a duration from 1h"),
        ("store: { retention: { mesages: 5d } }", "did you mean 'messages'"),
        ("store: { retention: { messages: soon } }", "is not a duration"),
        ("channels: { all: { retention: { messages: 5d } } }", "is set by store.retention"),
    ])
    func `an invalid retention is reported at its source position`(text: String, expected: String) {
        let (_, report) = CompiledConfiguration.check(
            texts: ["config.yaml": "version: 1\n\(text)\n"], root: "config.yaml", registry: BotRegistry([]))
        #expect(report.human().contains(expected), "\(report.human())")
        #expect(report.human().contains("config.yaml:2:"))
    }
}
