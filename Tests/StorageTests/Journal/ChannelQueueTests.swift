import ChatModel
import Storage
import Testing

struct ChannelQueueTests {
    private struct Item: Numbered, Equatable {
        let number: Int64
        var byteCount = 0
    }
    private typealias Queue = ChannelQueue<Item>

    @Test func `the first append to a channel queue requests a worker, and later ones do not`() {
        var queue = Queue()
        let calls = (1...3).map { queue.append(Item(number: $0)) }
        #expect(calls == [true, false, false])
        let steps = (0..<4).map { _ in queue.next() }
        #expect(steps == (1...3).map { .take(Item(number: $0)) } + [nil])
        #expect(queue.append(Item(number: 4)) == true)
    }

    @Test func `an item appended before is taken once`() {
        var queue = Queue()
        #expect(queue.append(Item(number: 5)) == true)
        #expect(queue.next() == .take(Item(number: 5)))
        #expect(queue.next() == nil)
        #expect(queue.append(Item(number: 5)) == false)
        #expect(queue.append(Item(number: 4)) == false)
        #expect(queue.next() == nil)
    }

    @Test func `an overflowing queue is read from storage after its last item`() {
        var queue = Queue()
        let length = Int64(Queue.length)
        for number in 1...length + 2 { _ = queue.append(Item(number: number)) }
        for number in 1...length { #expect(queue.next() == .take(Item(number: number))) }
        #expect(queue.next() == .read(after: length))
        #expect(queue.oldest == length + 1)
        _ = queue.append(Item(number: length + 3))  // Arrives during the read and may or may not be part of it.
        queue.fill(with: [Item(number: length + 1), Item(number: length + 2)])
        #expect(queue.next() == .take(Item(number: length + 1)))
        #expect(queue.next() == .take(Item(number: length + 2)))
        #expect(queue.next() == .read(after: length + 2))
        queue.fill(with: [Item(number: length + 3)])
        #expect(queue.next() == .take(Item(number: length + 3)))
        #expect(queue.next() == nil)
        #expect(queue.oldest == nil)
    }

    @Test func `a crowded queue holds one item and reads the others later`() {
        var queue = Queue()
        for number in 1...3 as ClosedRange<Int64> { _ = queue.append(Item(number: number), isCrowded: true) }
        #expect(queue.count == 1)
        #expect(queue.next() == .take(Item(number: 1)))
        #expect(queue.next() == .read(after: 1))
    }

    @Test func `a full page is followed by another read`() {
        var queue = Queue()
        let length = Int64(Queue.length)
        for number in 1...length + 1 { _ = queue.append(Item(number: number)) }
        while case .take? = queue.next() {}
        queue.fill(with: (1...length).map { Item(number: length + $0) })
        for _ in 1...length { _ = queue.next() }
        #expect(queue.next() == .read(after: 2 * length))
        queue.fill(with: [])
        #expect(queue.next() == nil)
        #expect(queue.append(Item(number: 2 * length + 1)) == true)
    }

    @Test func `the oldest waiting item is known`() {
        var queue = Queue()
        #expect(queue.oldest == nil)
        _ = queue.append(Item(number: 7))
        #expect(queue.oldest == 7)
        _ = queue.next()
        #expect(queue.oldest == nil)
    }

    @Test func `a queue knows its size in bytes, and a page cut by bytes is not the last`() {
        var queue = ChannelQueue<Item>()
        _ = queue.append(Item(number: 1, byteCount: 10))
        _ = queue.append(Item(number: 2, byteCount: 20))
        #expect(queue.byteCount == 30)
        _ = queue.takeWaiting()
        #expect(queue.byteCount == 20)
        queue.fill(with: [Item(number: 3, byteCount: ChannelQueue<Item>.lengthInBytes)])
        #expect(queue.next() == .take(Item(number: 3, byteCount: ChannelQueue<Item>.lengthInBytes)))
        #expect(queue.next() == .read(after: 3))
    }
}
