import BotTesting
import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct UserErasureTests {
    private static let canaries = ["canarytext", "canaryname", "canarynick", "canaryavatar", "canaryfile", "canaryquote"]
    private let person = Author(
        id: 1_900_000_000_000_000_777, username: "canaryname", displayName: "canaryname", clanNick: "canarynick",
        avatar: "https://cdn/canaryavatar.png")

    /// Stores everything that is kept of a user who wrote, was quoted, mentioned, answered and sanctioned.
    private func kept() async throws -> StoreWithHistory {
        let kept = try await StoreWithHistory()
        let said = Message.make(
            text: "canarytext in full", by: person,
            attachments: [Attachment(filename: "canaryfile.png", url: "https://cdn/canaryfile", mediaType: "image")])
        let evidence = Evidence(
            message: said.id, channel: said.channel, author: person.id, text: "canarytext in full", attachments: [],
            at: said.createdAt)
        let draft = CaseDraft(
            kind: "warn", user: person.id, clan: .test, channel: said.channel, message: said.id, reason: "canaryname was rude",
            evidence: [evidence])
        try await kept.say(
            said, answer: "Hello canarynick, you said canarytext", why: "it says 'canarytext'",
            cases: [NewCase(author: "rule:greeting", draft: draft)])
        try await kept.say(.make(text: "canarytext edited", by: person, id: said.id, code: .update))
        // Another user quotes and mentions them and is answered.
        var quote = Reference(to: said)
        quote.content = Content("canaryquote")
        try await kept.say(
            .make(
                text: "@canarynick is right", by: .binh,
                mentions: [Mention(user: person.id, username: "canaryname", range: TextRange(0, 11))], references: [quote]),
            answer: "so says canarynick", why: "canarynick is mentioned")
        try await kept.say(.make(text: "unrelated words", by: .binh))
        try await kept.sendAll()
        let store = try kept.store
        try await store.state.write([
            BotStateRow(bot: "kudos", key: "user:\(person.id)", fingerprint: "f", value: #"{"note":"canarytext"}"#),
            BotStateRow(bot: "kudos", key: "member:301/\(person.id)", fingerprint: "f", value: #"{"note":"canarytext"}"#),
            BotStateRow(
                bot: "kudos", key: "clan:301", fingerprint: "f", value: #"{"best":"canarynick","points":{"\#(person.id)":3}}"#),
        ])
        store.state.record(
            InvocationRow(
                sequence: 1, author: "bot:kudos", bot: "kudos", results: #"[{"text":"canarytext"}]"#,
                reads: #"[{"author":{"id":"\#(person.id)"},"text":"canarytext"}]"#, writes: "[]"), []
        ) {}
        try await kept.archive.catchUp()
        return kept
    }

    @Test func `an erased user's texts and names are in no file, while the store is open and after`() async throws {
        let kept = try await kept()
        for canary in Self.canaries { #expect(try kept.files(with: canary) != [], "\(canary) was never there") }
        let report = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        #expect(report.isLogEmpty)
        for canary in Self.canaries { #expect(try kept.files(with: canary) == [], "\(canary)") }
        try kept.archive.close()
        try kept.testStore.close()
        for canary in Self.canaries { #expect(try kept.files(with: canary) == [], "\(canary), closed") }
    }

    @Test func `erasure keeps ids, times, order, outcomes and the words of other users`() async throws {
        let kept = try await kept()
        let before = try await kept.store.reader.lines(after: 0, limit: 100)
        let report = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        let after = try await kept.store.reader.lines(after: 0, limit: 100)
        #expect(after.map(\.entry.sequence) == before.map(\.entry.sequence))
        #expect(after.map(\.entry.message) == before.map(\.entry.message))
        #expect(after.map { $0.entry.event?.actor } == before.map { $0.entry.event?.actor })
        #expect(after.map { $0.trace?.steps.map(\.what) } == before.map { $0.trace?.steps.map(\.what) })
        #expect(after.map { $0.deliveries.map(\.status) } == before.map { $0.deliveries.map(\.status) })
        let texts = after.compactMap { line -> String? in
            if case .message(let message) = line.entry.event { message.text } else { nil }
        }
        #expect(texts == ["", "@•••••••••• is right", "unrelated words", "", ""])
        let record = try #require(try await kept.store.reader.cases(CaseFilter()).first)
        #expect(record.draft.user == person.id && record.draft.kind == "warn" && record.draft.evidence.map(\.text) == [""])
        #expect(try await kept.store.state.botStates(of: "kudos").map(\.key) == ["clan:301"])
        #expect(report.states == 2 && report.mentioningStates == 1 && report.entries == 2)
        #expect(try await kept.store.reader.redactions(after: 0, through: 100)[4] == nil)
        #expect(try await kept.store.reader.redactions(after: 0, through: 100)[1] == .erased)
    }

    @Test func `bot values of a user's direct conversations are erased, and those of other conversations are kept`() async throws
    {
        let kept = try await StoreWithHistory()
        let store = try kept.store
        try await store.directory.remember(
            clans: [],
            channels: [
                Channel(id: 501, clan: 0, kind: .direct, label: "", partner: person.id),
                Channel(id: 502, clan: 0, kind: .direct, label: "", partner: Author.binh.id),
            ])
        let keys = ["channel:501", "channel:502", "clan:0/501", "clan:0/502", "~cooldowns/clan:0/501"]
        try await store.state.write(keys.map { BotStateRow(bot: "kudos", key: $0, fingerprint: "f", value: #"{"note":"x"}"#) })
        let report = try await UserErasure(store: store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        #expect(try await store.state.botStates(of: "kudos").map(\.key).sorted() == ["channel:502", "clan:0/502"])
        #expect(report.states == 3)
    }

    @Test func `erasing a user redacts logs of their deleted messages, regardless of who deleted them`() async throws {
        let kept = try await StoreWithHistory()
        let said = Message.make(text: "canarytext in full", by: person)
        try await kept.say(said)
        let end = Message.make(text: "", by: .binh, id: said.id, code: .remove)
        try await kept.append(
            NewEntry(
                event: .delete(Removal(message: said.id, clan: .test, channel: said.channel, sender: 102, at: said.createdAt)),
                frame: RtEnvelope(pushing: end).wireBytes, receivedAt: said.createdAt),
            answer: "deleted: canarytext in full", why: "always")
        try await kept.sendAll()
        #expect(try kept.files(with: "canarytext") != [])
        _ = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        #expect(try kept.files(with: "canarytext") == [])
    }

    @Test func `an answer to another user that mentions the erased one is redacted, and that user's message is not`() async throws
    {
        let kept = try await StoreWithHistory()
        try await kept.say(.make(text: "who is it", by: .binh), answer: "it is canarynick", why: "always")
        try await kept.say(.make(text: "canarytext", by: person))
        try await kept.sendAll()
        _ = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
            .erase(person.id)
        #expect(try kept.files(with: "canarynick") == [])
        #expect(try await kept.store.reader.redactions(after: 0, through: 100)[1] == .trace)
        guard case .message(let question)? = try await kept.store.journal.entry(1)?.event else {
            Issue.record("the question is gone")
            return
        }
        #expect(question.text == "who is it")
    }

    @Test func `erasing twice, or erasing an unknown user, changes nothing`() async throws {
        let kept = try await kept()
        let forgetting = UserErasure(store: try kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }
        _ = try await forgetting.erase(person.id)
        let once = try await kept.store.reader.entries(after: 0, limit: 100)
        let again = try await forgetting.erase(person.id)
        #expect(try await kept.store.reader.entries(after: 0, limit: 100) == once)
        #expect(again.named == 0 && again.states == 0)
        #expect(try await forgetting.erase(424_242).entries == 0)
    }

    @Test func `open deliveries with erased content are given up`() async throws {
        let kept = try await StoreWithHistory()
        try await kept.say(.make(text: "hi", by: person), answer: "Hello canarynick")
        _ = try await UserErasure(store: kept.store, archive: kept.archive, time: SystemTime()) { _ = try await $1() }.erase(
            person.id)
        #expect(try await kept.store.outbox.openDeliveries(after: 0, limit: 10) == [])
        #expect(try await kept.store.outbox.deliveryCounts() == [.dead: 1])
    }

    @Test func `a user's data is exported line by line`() async throws {
        let kept = try await kept()
        let store = try kept.store
        let warnings = RuleStateRow.Key(shadowRule: "", kind: "counter", name: "warnings", subject: "u\(person.id)")
        for (ticket, json) in [(1, "1"), (2, "2")] as [(Int64, String)] {
            try await store.journal.append([.make(.make(text: "unrelated words", by: .binh))])
            let sequence = try await store.reader.lastSequence()
            store.state.add(
                PendingDecision(
                    sequence: sequence, ticket: ticket, version: "v",
                    stateChange: .init(
                        hasDeadline: false, changes: [RuleStateChange(warnings)], value: { _ in json }, json: { "{}" })))
            var turn = Turn(sequence: sequence, trace: Trace())
            turn.ticket = ticket
            try await store.turns.commit([turn])
            kept.testStore.time.advance(by: .seconds(86_400))
        }
        var lines: [String] = []
        try await UserDataExport(kept.store.reader, of: person.id).run(progress: { _ in }, write: { lines.append($0) })
        let kinds = lines.compactMap { line in
            (try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)))?.object?["kind"]?.string
        }
        #expect(kinds == ["user", "message", "edit", "case", "bot-state", "bot-state", "rule-state", "former-rule-state"])
        #expect(lines.last?.contains(#""value":1"#) == true, "\(lines.last ?? "")")
        #expect(lines.first?.contains(#""names":["canaryname","canarynick","https://cdn/canaryavatar.png"]"#) == true)
        var others: [String] = []
        try await UserDataExport(kept.store.reader, of: 1).run(progress: { _ in }, write: { others.append($0) })
        #expect(!others.contains { $0.contains("\"rule-state\"") || $0.contains("\"bot-state\"") }, "\(others)")
        #expect(lines.first?.contains(#""namedIn":[3]"#) == true, "\(lines.first ?? "")")
    }

    @Test(arguments: [
        ("an", "an toàn, bánh của an", "•• toàn, bánh của ••"), ("Bình", "Bình! (Bình) Bình2", "••••! (••••) Bình2"),
        ("a.b", "a.b axb", "••• axb"), ("👍", "👍 ok", "•• ok"), ("x", "", ""), ("an an", "an an an", "••••• an"),
    ])
    func `a name is erased where it stands as a whole word, and text ranges are unmoved`(name: String, text: String, left: String)
    {
        #expect(ErasedUser(1, names: [name]).without(text) == left)
        #expect(left.utf16.count == text.utf16.count)
    }

    @Test(arguments: [
        [], [0xFF], Array("{".utf8), Array("{}".utf8), [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], Array(repeating: 0x0A, count: 500),
    ])
    func `bytes that are not a frame are redacted as a whole or left`(bytes: [UInt8]) {
        let emptied = FrameRedactor.redacted(bytes)
        #expect(emptied == [] || emptied == bytes)
        #expect(FrameRedactor.without(ErasedUser(1, names: ["an"]), in: bytes) == nil)
        #expect(FrameRedactor.names(of: 1, in: bytes) == [])
    }
}
