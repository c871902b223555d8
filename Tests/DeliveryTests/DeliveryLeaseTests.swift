import AsyncSupport
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import ServiceLifecycle
import Synchronization
import Testing

@testable import Delivery
@testable import Storage

/// Deliveries of a process whose right to act is in doubt for a while.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryLeaseTests {
    /// The database of a store whose lease the test takes away and gives back.
    private struct LeasedDatabase: SQLDatabase {
        let base: SQLiteDatabase
        let lapse: Lapse

        var reader: any SQLReader { base.reader }
        var decisionReader: any SQLReader { base.decisionReader }
        var writer: any SQLWriter { base.writer }
        var lease: any StoreLease { lapse }
        var sharedBlobs: (any SharedBlobs)? { nil }

        func values<Value: Sendable & Equatable>(
            of query: @escaping @Sendable (any SQLSession) throws -> Value
        ) -> StoreSubscription<Value> { base.values(of: query) }
        func removeDeletedContent() async throws -> Bool { try await base.removeDeletedContent() }
        func close() throws { try base.close() }
    }

    private final class Lapse: StoreLease {
        let gate = AsyncGate()
        let waiting = Mutex(0)

        var isCurrent: Bool { gate.isOpen }
        var predecessorTime: Date? { nil }
        var clockDifference: Duration? { nil }
        var ending: LeaseEnding? { nil }

        func waitForEnding() async throws -> LeaseEnding { try await suspendUntilCancelled() }
        func waitForLapse() async throws { try await suspendUntilCancelled() }

        func waitUntilCurrent() async throws {
            waiting.withLock { $0 += 1 }
            defer { waiting.withLock { $0 -= 1 } }
            try await gate.waitUntilOpen()
        }
    }

    @Test func `messages that waited for the lease keep to the rate limit when it is renewed`() async throws {
        let time = ManualTime()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let directory = try TemporaryDirectory()
        let folder = try DataDirectory(directory.path)
        let lapse = Lapse()
        let base = SQLiteDatabase(
            try DatabaseOpener.open(folder.database), decisions: try DatabaseOpener.openToRead(folder.database, nil),
            time: time)
        let store = try Store(LeasedDatabase(base: base, lapse: lapse), folder: folder, cipher: nil, time: time, logger: logger)
        let channels = (1...12).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") }
        try await store.directory.remember(clans: [Clan(id: .test, name: "test")], channels: channels)
        let sender = RecordingSender(as: .me, time: time)
        let service = DeliveryService(
            store: store, me: Author.me.id, perSecond: 3, time: time, random: SplitMix64(seed: 1), logger: logger,
            sender: { _ in sender }, middleware: { _ in [] }, noteFailure: { _, _, _ in nil })
        let group = ServiceGroup(configuration: .init(services: [.init(service: service)], logger: logger))
        async let outcome: Void = group.run()
        let driver = Task { while !Task.isCancelled { await time.advanceToNextSleeper() } }

        lapse.gate.open()
        try await send(to: channels.prefix(1), in: store)
        await sender.wait(forArrivals: 1)
        lapse.gate.close()
        try await send(to: channels.dropFirst(), in: store)
        while lapse.waiting.withLock(\.self) < 11 { await Task.yield() }
        lapse.gate.open()
        await sender.wait(forArrivals: 12)

        await group.triggerGracefulShutdown()
        try await outcome
        driver.cancel()
        await driver.value
        try store.close()
        let starts = sender.starts.sorted()
        #expect(zip(starts, starts.dropFirst(3)).allSatisfy { $1 - $0 > .seconds(1) }, "\(starts)")
    }

    private func send(to channels: some Sequence<Channel>, in store: Store) async throws {
        try await store.journal.append([.make(.make())])
        let sequence = try #require(try await store.journal.entriesWithoutTurn(after: 0, limit: 10).last?.sequence)
        let deliveries = try channels.enumerated().map { ordinal, channel in
            NewDelivery(
                author: "bot:test", ordinal: ordinal, destination: channel.id,
                payload: try ResolvedActionCodec.bytes(
                    ResolvedAction(channel: channel.id, request: .send(Draft("hello"), answering: nil, topic: 0))),
                after: .nothing, isEssential: true)
        }
        try await store.turns.commit([Turn(sequence: sequence, trace: Trace(), deliveries: deliveries)])
    }
}
