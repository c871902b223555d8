import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import Synchronization
import Testing

@testable import MezonBotApp
@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct TraceExporterTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func settings() throws -> TracingSettings {
        TracingSettings(endpoint: try #require(WebOrigin("http://127.0.0.1:4318")), sample: 1)
    }

    /// A collector that records the names of the spans and answers with a status.
    private final class Collector: Sendable {
        let bodies = Mutex<[String]>([])
        let status = Mutex(200)

        @Sendable func take(_ body: [UInt8], _ url: String) -> Int {
            bodies.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
            return status.withLock { $0 }
        }
    }

    private func exporter(_ testStore: TestStore) throws -> TraceExporter {
        TraceExporter(
            try Self.settings(), store: try testStore.store, time: testStore.time, logger: Self.logger,
            random: SplitMix64(seed: 3))
    }

    @Test func `an event is exported once its turn and its deliveries are settled`() async throws {
        let (testStore, collector) = (try await TestStore(), Collector())
        let store = try testStore.store
        let exporter = try exporter(testStore)
        try await exporter.start()
        let first = try await store.reader.lastSequence() + 1
        try await store.journal.append([.make(.make(text: "words of a person"), at: testStore.time.now)])
        try await exporter.tick(collector.take)
        var turn = Turn(sequence: first, trace: Trace([.init("rule:a", "reply")]))
        turn.deliveries = [NewDelivery(author: "rule:a", ordinal: 0, destination: .general, payload: [])]
        try await store.turns.commit([turn])
        try await exporter.tick(collector.take)
        #expect(collector.bodies.withLock { $0 } == [])
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .sent(9), at: testStore.time.now)])
        try await exporter.tick(collector.take)
        try await exporter.tick(collector.take)
        let bodies = collector.bodies.withLock { $0 }
        #expect(bodies.count == 1 && exporter.counts == .init(exported: 3, dropped: 0))
        let body = try #require(bodies.first)
        for word in ["\"name\":\"event message\"", "\"name\":\"decide\"", "\"name\":\"deliver\"", "service.name"] {
            #expect(body.contains(word), "\(body)")
        }
        #expect(!body.contains("words of a person"))
    }

    @Test func `spans that the collector does not take are dropped and counted`() async throws {
        let (testStore, collector) = (try await TestStore(), Collector())
        let store = try testStore.store
        let exporter = try exporter(testStore)
        try await exporter.start()
        collector.status.withLock { $0 = 503 }
        try await store.journal.append([.make(.make(text: "a"), at: testStore.time.now)])
        try await store.turns.commit([Turn(sequence: try await store.reader.lastSequence(), trace: Trace())])
        try await exporter.tick(collector.take)
        #expect(exporter.counts == .init(exported: 0, dropped: 2))
        collector.status.withLock { $0 = 200 }
        try await store.journal.append([.make(.make(text: "b"), at: testStore.time.now)])
        try await store.turns.commit([Turn(sequence: try await store.reader.lastSequence(), trace: Trace())])
        try await exporter.tick(collector.take)
        #expect(exporter.counts == .init(exported: 2, dropped: 2))
    }

    @Test func `too many waiting events are dropped, and what waits too long is exported as it is`() async throws {
        let (testStore, collector) = (try await TestStore(), Collector())
        let store = try testStore.store
        let exporter = try exporter(testStore)
        try await exporter.start()
        for batch in 0..<6 {
            try await store.journal.append((0..<200).map { .make(.make(text: "\(batch) \($0)"), at: testStore.time.now) })
        }
        try await exporter.tick(collector.take)
        #expect(exporter.counts == .init(exported: 0, dropped: 200))
        testStore.time.advance(by: .seconds(61))
        for _ in 0..<6 { try await exporter.tick(collector.take) }
        #expect(exporter.counts == .init(exported: 1000, dropped: 200))
    }

    @Test func `the share of traced events is that of the settings, and always the same ones`() {
        #expect((1...1000).allSatisfy { !TraceExporter.isSampled($0, share: 0) && TraceExporter.isSampled($0, share: 1) })
        let sampled = (1...100_000).filter { TraceExporter.isSampled($0, share: 0.01) }
        #expect((900...1100).contains(sampled.count))
        #expect(sampled.allSatisfy { TraceExporter.isSampled($0, share: 0.02) })
    }

    @Test func `a running application exports to a collector on the network`() async throws {
        let collector = try await PostRecorder([])
        let config = """
            tracing: { endpoint: "http://127.0.0.1:\(collector.port)", sample: 1 }
            rules:
              - { id: greeting, trigger: message, when: { text: { any_word: [hello] } }, then: [{ reply: "Hello" }] }
            """
        try await LiveApplication.run([], config: config) { application in
            try await application.guest.say("hello", in: application.channel)
            #expect(await application.next() == "Hello")
            var spans = ""
            while !spans.contains("rule:greeting") {
                for post in await collector.next(1) { spans += String(decoding: post.body, as: UTF8.self) }
            }
            for name in ["event message", "decide", "commit", "deliver"] {
                #expect(spans.contains("\"name\":\"\(name)\""), "\(spans)")
            }
        }
        try await collector.stop()
    }
}
