import BotTesting
import ChatModel
import Foundation
import Storage
import Testing
import TextClassification

@testable import Moderation

struct JudgedMessagesTests {
    private let messages: [Message] = [
        .make(text: "free nitro"), .make(text: "cheap followers"), .make(text: "good morning"), .make(text: "see you at noon"),
        .make(text: "I am the bot", by: .me),
    ]

    /// A case about the first message of the given clan, one about the second that is undone, and two answers of moderators, about
    /// the third message and about the first.
    private func store(clan: ClanID = .test, answers: [(Int64, String)] = [(3, "42")]) async throws -> TestStore {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append(messages.map { .make($0) })
        for (index, message) in messages.prefix(2).enumerated() {
            var turn = Turn(sequence: Int64(index + 1), trace: Trace())
            turn.cases = [
                NewCase(
                    author: "rule:scam",
                    draft: CaseDraft(
                        kind: "delete", user: message.author.id, clan: index == 0 ? clan : .test, channel: .general,
                        message: message.id,
                        evidence: [
                            Evidence(
                                message: message.id, channel: .general, author: message.author.id, text: message.text,
                                attachments: [], at: message.createdAt)
                        ]))
            ]
            try await store.turns.commit([turn])
        }
        var undo = Turn(sequence: 3, trace: Trace())
        undo.caseChanges = ["system:undo": [CaseChange(2, .undone(by: "an"))]]
        let steps = answers.map { cause, decider in
            Trace.Step("rule:scam", "reject", "\(cause).scam.0 was decided by \(decider)")
        }
        undo.trace = Trace(steps + [Trace.Step("rule:other", "reject", "4.other.0 was decided by 42")])
        try await store.turns.commit([undo])
        return testStore
    }

    private func judged(_ testStore: TestStore, clan: ClanID? = nil) async throws -> JudgedMessages {
        var filter = CaseFilter()
        filter.clan = clan
        return try await JudgedMessages(testStore.store.reader, filter)
    }

    @Test func `a case is bad, an undone one clean, and so is what moderators let stand`() async throws {
        let judged = try await judged(store())
        #expect(judged.bad == ["free nitro"])
        #expect(judged.undone == ["cheap followers"])
        #expect(judged.rejected == ["good morning"], "the rule 'other' has opened no case")
        #expect(judged.texts.map(\.isBad) == [true, false, false])
    }

    @Test func `an answer by expiry and one about a message with a case are no labels`() async throws {
        #expect(try await judged(store(answers: [(3, "expiry"), (1, "42")])).rejected == [])
    }

    @Test func `the cases of another clan are told apart`() async throws {
        let testStore = try await store(clan: 77)
        #expect(try await judged(testStore).clans == [.test, 77])
        #expect(try await judged(testStore, clan: 77).texts == [TrainingText("free nitro", isBad: true)])
        #expect(try await judged(testStore, clan: .test).bad == [])
    }

    @Test func `messages without a case are clean, the newest first`() async throws {
        let testStore = try await store()
        let archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { [messages] entry in
            messages.indices.contains(Int(entry.sequence) - 1) ? .message(messages[Int(entry.sequence) - 1]) : nil
        }
        try await archive.catchUp()
        try archive.close()
        let judged = try await judged(testStore)
        let reader = try ArchiveReader(folder: testStore.path)
        #expect(try await judged.cleanTexts(reader, of: .test, upTo: 9, except: Author.me.id) == ["see you at noon"])
        #expect(try await judged.cleanTexts(reader, of: .test, upTo: 0, except: Author.me.id) == [])
        #expect(try await judged.cleanTexts(reader, of: 77, upTo: 9, except: Author.me.id) == [])
    }
}
