import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

struct CaseNumberTests {
    private static let other: ClanID = 302

    private static func draft(
        _ kind: String, of user: UserID = 5, in clan: ClanID = .test, incident: Int64? = nil
    ) -> CaseDraft {
        CaseDraft(kind: kind, user: user, clan: clan, channel: 2, message: 3, incident: incident)
    }

    private static func commit(_ drafts: [CaseDraft], by author: String = "rule:test", of sequence: Int64, to store: Store)
        async throws
    {
        var turn = Turn(sequence: sequence, trace: Trace())
        turn.cases = drafts.map { NewCase(author: author, draft: $0) }
        try await store.turns.commit([turn])
    }

    private static func numbers(_ store: Store, in clan: ClanID) async throws -> [Int64] {
        var filter = CaseFilter()
        filter.clan = clan
        return try await store.reader.cases(filter).map(\.number)
    }

    @Test func `cases are numbered per clan`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make()), .make(.make()), .make(.make())])
        try await Self.commit([Self.draft("mute")], of: 1, to: store)
        try await Self.commit([Self.draft("mute", in: Self.other)], of: 2, to: store)
        try await Self.commit([Self.draft("kick")], of: 3, to: store)
        #expect(try await Self.numbers(store, in: .test) == [1, 2])
        #expect(try await Self.numbers(store, in: Self.other) == [1])
    }

    @Test func `actions of one rule against one user about one incident share a case number`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make()), .make(.make()), .make(.make())])
        try await Self.commit([Self.draft("delete"), Self.draft("mute"), Self.draft("mute", of: 6)], of: 1, to: store)
        try await Self.commit([Self.draft("kick", incident: 1)], of: 2, to: store)
        try await Self.commit([Self.draft("warn", incident: 1)], by: "rule:other", of: 3, to: store)
        #expect(try await Self.numbers(store, in: .test) == [1, 1, 2, 1, 3])
        var kicks = CaseFilter()
        kicks.ids = [4]
        let whole = try await store.reader.casesByNumber(kicks)
        #expect(whole.map { $0.map(\.draft.kind) } == [["delete", "mute", "kick"]])
    }

    @Test func `cases of an older schema are numbered per clan in order`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: "deliveries that go out again")
        try queue.write { database in
            for (cause, author, place, user, clan) in [
                (1, "rule:a", 0, 5, 301), (1, "rule:a", 1, 5, 301), (2, "rule:a", 0, 5, 302), (3, "rule:b", 0, 5, 301),
                (3, "rule:b", 1, 6, 301),
            ] {
                try database.execute(
                    sql: """
                        INSERT INTO cases (cause, author, place, version, kind, user, clan, channel, message, reason, ordinals, inverses,
                            evidence, created_at)
                        VALUES (?, ?, ?, 'v', 'mute', ?, ?, 1, 1, '', '[]', '[]', '[]', 0)
                        """, arguments: [cause, author, place, user, clan])
            }
        }
        try DatabaseSchema.bot.migrate(queue)
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT clan, number, incident FROM cases ORDER BY id") }
        #expect(
            rows.map { [$0[0], $0[1], $0[2]] as [Int] } == [
                [301, 1, 1], [301, 1, 1], [302, 1, 2], [301, 2, 3], [301, 3, 3],
            ])
    }

    @Test func `a case leaves out the channels in which its action was refused`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make())])
        var draft = Self.draft("mute")
        draft.inverses = [.unmute(5, in: 11), .unmute(5, in: 12), .unmute(5, in: 13)]
        draft.ordinals = [0, 1, 2]
        var turn = Turn(sequence: 1, trace: Trace())
        turn.cases = [NewCase(author: "rule:test", draft: draft)]
        turn.deliveries = [11, 12, 13].enumerated().map { index, channel in
            NewDelivery(
                author: "rule:test", ordinal: index, destination: ChannelID(channel), payload: [], isEssential: true, step: 0)
        }
        try await store.turns.commit([turn])
        try await store.outbox.settle([
            DeliveryResult(delivery: 1, outcome: .sent(0), at: testStore.time.now),
            DeliveryResult(delivery: 2, outcome: .failed("permission denied"), at: testStore.time.now),
        ])
        let record = try #require(try await store.reader.cases(CaseFilter()).first)
        #expect(record.inverses == [.unmute(5, in: 11), .unmute(5, in: 13)])
        #expect(record.refusedParts == [.init(status: .failed, reason: "permission denied", channel: 12)])
        #expect(!record.hasFailed)
    }
}
