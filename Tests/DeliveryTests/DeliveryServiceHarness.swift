import BotKit
import BotTesting
import ChatModel
import Delivery
import Foundation
import Logging
import MezonProtocol
import ServiceLifecycle
import Storage
import Testing

/// A store whose outbox a test fills, and a delivery service that empties it.
protocol DeliveryServiceHarness {
    var testStore: TestStore { get }
}

extension DeliveryServiceHarness {
    func sender(gate: @escaping @Sendable (ResolvedAction) async throws -> Void = { _ in }) -> RecordingSender {
        RecordingSender(as: .me, time: testStore.time, gate: gate)
    }

    func failing(
        pageSize: Int = 50, repetition: ResendMode = .verified, _ fault: @escaping @Sendable (Int) -> RecordingSender.Fault?
    ) -> RecordingSender {
        RecordingSender(as: .me, time: testStore.time, pageSize: pageSize, repetition: repetition, fault: fault)
    }

    func ask(_ texts: [(String, ChannelID)]) async throws {
        let requests = texts.map { ResolvedAction(channel: $1, request: .send(Draft($0), answering: nil, topic: 0)) }
        try await ask(requests)
    }

    func ask(_ requests: [ResolvedAction.Request], in channel: ChannelID) async throws {
        try await ask(requests.map { ResolvedAction(channel: channel, request: $0) })
    }

    /// Commits a turn with these requests, caused by a new message or by the given entry.
    func ask(
        _ requests: [ResolvedAction], after: NewDelivery.Dependency = .nothing, because cause: NewEntry = .make(.make())
    ) async throws {
        let store = try testStore.store
        try await store.journal.append([cause])
        let sequence = try #require(try await store.journal.entriesWithoutTurn(after: 0, limit: 10_000).last?.sequence)
        let deliveries = try requests.enumerated().map { ordinal, outgoing in
            NewDelivery(
                author: "bot:test", ordinal: ordinal, destination: outgoing.channel,
                payload: try ResolvedActionCodec.bytes(outgoing),
                after: after, isEssential: true)
        }
        try await store.turns.commit([Turn(sequence: sequence, trace: Trace(), deliveries: deliveries)])
    }

    /// Runs a delivery service while the body runs, and then shuts it down gracefully.
    @discardableResult
    func running(
        _ sender: any Sender, perSecond: Int? = nil, timePasses: Bool = false,
        middleware: @escaping @Sendable (ChannelID) -> [any DeliveryMiddleware] = { _ in [] }, _ body: () async throws -> Void,
        ending: () async throws -> Void = {}
    ) async throws -> DeliveryService {
        let pipeline = DeliveryService(
            store: try testStore.store, me: Author.me.id, perSecond: perSecond, time: testStore.time,
            random: SplitMix64(seed: 1), logger: testStore.logger, sender: { _ in sender }, middleware: middleware,
            noteFailure: { [time = testStore.time] in
                .failed(
                    .init(
                        cause: $0.cause, author: $0.author, action: $1?.request.kind ?? "", clan: 0, channel: 0, reason: $2,
                        at: time.now))
            })
        let group = ServiceGroup(configuration: .init(services: [.init(service: pipeline)], logger: testStore.logger))
        async let outcome: Void = group.run()
        let driver = timePasses ? passingTime() : nil
        try await body()
        await group.triggerGracefulShutdown()
        try await ending()
        try await outcome
        driver?.cancel()
        await driver?.value
        return pipeline
    }

    /// Advances time to each sleeper while the body runs.
    func whileTimePasses(_ body: () async -> Void) async {
        let driver = passingTime()
        await body()
        driver.cancel()
        await driver.value
    }

    func passingTime() -> Task<Void, Never> {
        Task { [time = testStore.time] in
            while !Task.isCancelled { await time.advanceToNextSleeper() }
        }
    }

    func outcomes() async throws -> [String] {
        let reader = try testStore.reader()
        return try await reader.lines(after: 0, limit: 10_000).flatMap(\.deliveries).sorted { $0.id < $1.id }.map { delivery in
            delivery.reason.map { "\(delivery.status): \($0)" } ?? "\(delivery.status)"
        }
    }
}
