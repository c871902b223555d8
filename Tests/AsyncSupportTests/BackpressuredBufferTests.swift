import AsyncSupport
import Synchronization
import Testing

@Suite struct BackpressuredBufferTests {
    private enum Item: BufferedElement, Equatable {
        case numbers([Int], bytes: Int = 0)
        case mark

        var eventCount: Int { if case .numbers(let numbers, _) = self { numbers.count } else { 0 } }
        var byteCount: Int { if case .numbers(_, let bytes) = self { bytes } else { 0 } }

        mutating func join(_ later: Item) -> Bool {
            guard case .numbers(let numbers, let bytes) = self, case .numbers(let more, let moreBytes) = later else {
                return false
            }
            self = .numbers(numbers + more, bytes: bytes + moreBytes)
            return true
        }
    }

    @Test func `waiting events are taken as one array, and those that cannot be joined keep their position`() async {
        let buffer = BackpressuredBuffer<Item>()
        _ = buffer.offer(.numbers([1]))
        _ = buffer.offer(.numbers([2, 3]))
        _ = buffer.offer(.mark)
        _ = buffer.offer(.numbers([4]))
        buffer.close()
        #expect(await buffer.next() == .numbers([1, 2, 3]))
        #expect(await buffer.next() == .mark)
        #expect(await buffer.next() == .numbers([4]))
        #expect(await buffer.next() == nil)
    }

    @Test func `a full buffer reports it, keeps all events and resumes below half`() async {
        let buffer = BackpressuredBuffer<Item>(eventLimit: 4)
        let calls = Mutex(0)
        let resume: @Sendable () -> Void = { calls.withLock { $0 += 1 } }
        #expect(!buffer.offer(.numbers([1, 2, 3]), resume: resume))
        _ = buffer.offer(.mark)
        #expect(buffer.offer(.numbers([4, 5]), resume: resume))
        #expect(calls.withLock { $0 } == 0)
        #expect(await buffer.next() == .numbers([1, 2, 3]))
        _ = await buffer.next()
        #expect(calls.withLock { $0 } == 0)
        #expect(await buffer.next() == .numbers([4, 5]))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a buffer is also limited in bytes`() {
        let buffer = BackpressuredBuffer<Item>(eventLimit: 100, byteLimit: 10)
        #expect(!buffer.offer(.numbers([1], bytes: 9)) {})
        #expect(buffer.offer(.numbers([2], bytes: 1)) {})
    }

    @Test func `a waiting reader receives the next item`() async {
        let buffer = BackpressuredBuffer<Item>()
        async let item = buffer.next()
        _ = buffer.offer(.numbers([1]))
        #expect(await item == .numbers([1]))
    }

    @Test func `a cancelled reader receives nothing and loses nothing`() async {
        let buffer = BackpressuredBuffer<Item>()
        let reader = Task { await buffer.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        _ = buffer.offer(.numbers([1]))
        #expect(await buffer.next() == .numbers([1]))
    }

    @Test func `waiting for room ends below half, on close or on cancellation`() async {
        let buffer = BackpressuredBuffer<Item>(eventLimit: 2)
        await buffer.room()
        #expect(buffer.offer(.numbers([1, 2])))
        let waiter = Task { await buffer.room() }
        #expect(await buffer.next() == .numbers([1, 2]))
        await waiter.value
        #expect(buffer.offer(.numbers([3, 4])))
        let cancelled = Task { await buffer.room() }
        cancelled.cancel()
        await cancelled.value
        let closed = Task { await buffer.room() }
        buffer.close()
        await closed.value
        #expect(await buffer.next() == .numbers([3, 4]))
    }
}
