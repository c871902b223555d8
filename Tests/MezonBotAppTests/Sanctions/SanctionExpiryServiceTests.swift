import AsyncSupport
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import Logging
import Storage
import Testing

@testable import MezonBotApp

struct SanctionExpiryServiceTests {
    private static func testStore(until ends: [TimeInterval?], now: Date = Date(timeIntervalSince1970: 1_767_225_600))
        async throws
        -> TestStore
    {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.cases = ends.enumerated().map { index, end in
            let user = UserID(Int64(100 + index))
            return NewCase(
                author: "rule:flood",
                draft: CaseDraft(
                    kind: "mute", user: user, clan: .test, channel: .general, message: 1, until: end.map { now + $0 },
                    inverses: [.unmute(user, in: .general)], ordinals: [index]))
        }
        turn.deliveries = ends.indices.map {
            NewDelivery(author: "rule:flood", ordinal: $0, destination: .general, payload: [])
        }
        try await testStore.store.turns.commit([turn])
        return testStore
    }

    private static func service(_ testStore: TestStore, connected: AsyncGate = AsyncGate(), banned: Set<UserID> = []) throws
        -> SanctionExpiryService
    {
        SanctionExpiryService(store: try testStore.store, connected: connected, time: testStore.time, logger: testStore.logger) {
            _, _ in
            banned
        }
    }

    private static func events(_ testStore: TestStore) async throws -> [SystemEvent] {
        try await testStore.store.journal.entries(after: 1, limit: 100).compactMap { SystemEvent(frame: $0.frame) }
    }

    /// The change that stores a question, and its value.
    private typealias Question = (change: RuleStateChange, value: String)

    private static func question(_ name: String, in shadowRule: String = "", _ value: String) -> Question {
        (RuleStateChange(RuleStateRow.Key(shadowRule: shadowRule, kind: "question", name: name, subject: "")), value)
    }

    /// Stores questions that rules asked about an entry.
    private static func ask(_ questions: [Question], in store: Store) async throws {
        try await store.journal.append([.make(.make())])
        store.state.add(
            PendingDecision(
                sequence: 2, ticket: 1, version: "a",
                stateChange: PendingDecision.StateChange(
                    hasDeadline: true, changes: questions.map(\.change), value: { questions[$0].value }, json: { "{}" })))
        var turn = Turn(sequence: 2, trace: Trace())
        turn.ticket = 1
        turn.isRecorded = true
        try await store.turns.commit([turn])
    }

    @Test func `an expired sanction is journaled once, and the next one sets the wakeup time`() async throws {
        let testStore = try await Self.testStore(until: [-1, 30, nil])
        let service = try Self.service(testStore)
        #expect(try await service.endExpired() == testStore.time.uptime + .milliseconds(30_001))
        _ = try await service.endExpired()
        // A new process finds in the journal what the previous one has reported.
        _ = try await Self.service(testStore).endExpired()
        let first = SystemEvent.expired(caseID: 1, clan: .test, channel: .general, at: testStore.time.now)
        #expect(try await Self.events(testStore) == [first])
        testStore.time.advance(by: .milliseconds(30_001))
        _ = try await service.endExpired()
        #expect(
            try await Self.events(testStore) == [
                first, .expired(caseID: 2, clan: .test, channel: .general, at: testStore.time.now),
            ])
    }

    @Test func `an unanswered question is expired once`() async throws {
        let testStore = try await Self.testStore(until: [])
        let store = try testStore.store
        let until = testStore.time.now.timeIntervalSince1970 - 1
        try await Self.ask(
            [
                Self.question("1.night.0", #"{"until":\#(until)}"#),
                Self.question("2.night.0", "{}"),
                Self.question("3.night.0", in: "night", #"{"until":\#(until)}"#),
            ], in: store)
        let service = try Self.service(testStore)
        _ = try await service.endExpired()
        _ = try await service.endExpired()
        let answer = SystemEvent.Answer(question: "1.night.0", choice: .expire, at: testStore.time.now)
        #expect(try await Self.events(testStore) == [.answered(answer)])
    }

    @Test(.timeLimit(.minutes(15))) func `a question expires at its time and not a minute later`() async throws {
        let testStore = try await Self.testStore(until: [])
        let service = try Self.service(testStore)
        let store = try testStore.store
        let until = testStore.time.now + 130
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            await testStore.time.waitForSleepers()
            try await Self.ask(
                [
                    Self.question("1.a.0", #"{"until":\#(until.timeIntervalSince1970)}"#)
                ], in: store)
            while try await store.journal.entries(after: 2, limit: 1).isEmpty {
                #expect(testStore.time.now <= until + 0.002)
                await testStore.time.advanceToNextSleeper()
                await testStore.time.waitForSleepers()
            }
            group.cancelAll()
        }
        #expect(testStore.time.now >= until)
    }

    @Test(.timeLimit(.minutes(15))) func `the expiry service wakes for a case that is opened while it sleeps`() async throws {
        let testStore = try await Self.testStore(until: [])
        let service = try Self.service(testStore)
        let store = try testStore.store
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            await testStore.time.waitForSleepers()
            try await store.journal.append([.make(.make())])
            var turn = Turn(sequence: 2, trace: Trace())
            turn.cases = [
                NewCase(
                    author: "rule:flood",
                    draft: CaseDraft(
                        kind: "mute", user: 7, clan: .test, channel: .general, message: 1, until: testStore.time.now + 5))
            ]
            try await store.turns.commit([turn])
            await testStore.time.waitForSleepers(2)
            testStore.time.advance(by: .seconds(6))
            for await _ in store.journal.signal.signals {
                if try await store.journal.entries(after: 2, limit: 1).first != nil { break }
            }
            group.cancelAll()
        }
        #expect(
            try await store.journal.entries(after: 2, limit: 10).compactMap { SystemEvent(frame: $0.frame) } == [
                .expired(caseID: 1, clan: .test, channel: .general, at: testStore.time.now)
            ])
    }

    @Test(.timeLimit(.minutes(15)))
    func `a mute that the server lost is journaled as lapsed, and an active or unsent one is not`() async throws {
        let testStore = try await Self.testStore(until: [3600, 3600, 3600])
        let store = try testStore.store
        let open = try await store.outbox.openDeliveries(after: 0, limit: 10)
        try await store.outbox.settle(
            open.prefix(2).map { DeliveryResult(delivery: $0.id, outcome: .sent(0), at: testStore.time.now) })
        let connected = AsyncGate()
        connected.open()
        let service = try Self.service(testStore, connected: connected, banned: [101])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            for await _ in store.journal.signal.signals {
                if try await store.journal.entries(after: 1, limit: 1).first != nil { break }
            }
            group.cancelAll()
        }
        #expect(
            try await Self.events(testStore) == [.lapsed(caseID: 1, clan: .test, channel: .general, at: testStore.time.now)])
    }

    @Test(.timeLimit(.minutes(15))) func `a channel that cannot be queried does not block the check of other mutes`()
        async throws
    {
        let testStore = try await Self.testStore(until: [3600])
        let store = try testStore.store
        try await store.journal.append([.make(.make())])
        var turn = Turn(sequence: 2, trace: Trace())
        turn.cases = [
            NewCase(
                author: "rule:flood",
                draft: CaseDraft(
                    kind: "mute", user: 7, clan: .test, channel: .random, message: 1, inverses: [.unmute(7, in: .random)],
                    ordinals: [0]))
        ]
        turn.deliveries = [NewDelivery(author: "rule:flood", ordinal: 0, destination: .random, payload: [])]
        try await store.turns.commit([turn])
        let all = try await store.outbox.openDeliveries(after: 0, limit: 10)
        try await store.outbox.settle(all.map { DeliveryResult(delivery: $0.id, outcome: .sent(0), at: testStore.time.now) })
        let connected = AsyncGate()
        connected.open()
        let service = SanctionExpiryService(store: store, connected: connected, time: testStore.time, logger: testStore.logger) {
            channel, _ in
            if channel == .general { throw StorageError.missing(file: "the channel is gone") }
            return []
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            for await _ in store.journal.signal.signals {
                if try await store.journal.entries(after: 2, limit: 1).first != nil { break }
            }
            group.cancelAll()
        }
        let told = try await store.journal.entries(after: 2, limit: 10).compactMap { SystemEvent(frame: $0.frame) }
        #expect(told == [.lapsed(caseID: 2, clan: .test, channel: .random, at: testStore.time.now)])
    }
}
