import ChatModel
import Foundation
import Synchronization
import Testing

@testable import MezonClient

@Suite struct BackpressuredBufferTests {
    private static func arrival(_ id: Int64, bytes: Int = 1) -> ReceivedEvent {
        ReceivedEvent(
            frame: Array(repeating: 0, count: bytes), event: .unknown(field: Int(id)), receivedAt: Date(timeIntervalSince1970: 0))
    }

    private static func ids(_ inflow: ConnectionEvent?) -> [Int] {
        guard case .events(let arrivals) = inflow else { return [] }
        return arrivals.map { if case .unknown(let field) = $0.event { field } else { -1 } }
    }

    @Test func `waiting events are taken as one array, and phases between them keep their position`() async {
        let buffer = BackpressuredBuffer<ConnectionEvent>()
        _ = buffer.offer(.events([Self.arrival(1)]))
        _ = buffer.offer(.events([Self.arrival(2), Self.arrival(3)]))
        _ = buffer.offer(.lost("gone"))
        _ = buffer.offer(.events([Self.arrival(4)]))
        buffer.close()
        #expect(Self.ids(await buffer.next()) == [1, 2, 3])
        guard case .lost("gone") = await buffer.next() else {
            Issue.record("the phase is missing")
            return
        }
        #expect(Self.ids(await buffer.next()) == [4])
        #expect(await buffer.next() == nil)
    }

    @Test func `a full buffer reports it, keeps all events and resumes below half`() async {
        let buffer = BackpressuredBuffer<ConnectionEvent>(eventLimit: 4)
        let calls = Mutex(0)
        let resume: @Sendable () -> Void = { calls.withLock { $0 += 1 } }
        #expect(!buffer.offer(.events([Self.arrival(1), Self.arrival(2), Self.arrival(3)]), resume: resume))
        _ = buffer.offer(.lost("between"))
        #expect(buffer.offer(.events([Self.arrival(4), Self.arrival(5)]), resume: resume))
        #expect(calls.withLock { $0 } == 0)
        #expect(Self.ids(await buffer.next()) == [1, 2, 3])
        _ = await buffer.next()
        #expect(calls.withLock { $0 } == 0)
        #expect(Self.ids(await buffer.next()) == [4, 5])
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a buffer is also limited in bytes`() {
        let buffer = BackpressuredBuffer<ConnectionEvent>(eventLimit: 100, byteLimit: 10)
        #expect(!buffer.offer(.events([Self.arrival(1, bytes: 9)])) {})
        #expect(buffer.offer(.events([Self.arrival(2, bytes: 1)])) {})
    }

    @Test func `a waiting reader receives the next item`() async {
        let buffer = BackpressuredBuffer<ConnectionEvent>()
        async let item = buffer.next()
        _ = buffer.offer(.events([Self.arrival(1)]))
        #expect(Self.ids(await item) == [1])
    }

    @Test func `a cancelled reader receives nothing and loses nothing`() async {
        let buffer = BackpressuredBuffer<ConnectionEvent>()
        let reader = Task { await buffer.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        _ = buffer.offer(.events([Self.arrival(1)]))
        #expect(Self.ids(await buffer.next()) == [1])
    }

    @Test func `waiting for room ends below half, on close or on cancellation`() async {
        let buffer = BackpressuredBuffer<ConnectionEvent>(eventLimit: 2)
        await buffer.room()
        #expect(buffer.offer(.events([Self.arrival(1), Self.arrival(2)])))
        let waiter = Task { await buffer.room() }
        #expect(Self.ids(await buffer.next()) == [1, 2])
        await waiter.value
        #expect(buffer.offer(.events([Self.arrival(3), Self.arrival(4)])))
        let cancelled = Task { await buffer.room() }
        cancelled.cancel()
        await cancelled.value
        let closed = Task { await buffer.room() }
        buffer.close()
        await closed.value
        #expect(Self.ids(await buffer.next()) == [3, 4])
    }
}
