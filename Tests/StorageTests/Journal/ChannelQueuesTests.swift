import ChatModel
import Storage
import Testing

struct ChannelQueuesTests {
    private struct Item: Numbered, Equatable {
        let number: Int64
        var byteCount = 1
    }

    /// Appends items to a channel and returns how many of them are in memory.
    private func held(_ queues: inout ChannelQueues<Item>, _ numbers: ClosedRange<Int64>, in channel: ChannelID, bytes: Int = 1)
        -> Int
    {
        for number in numbers { _ = queues.append(Item(number: number, byteCount: bytes), to: channel) }
        return queues[channel]?.count ?? 0
    }

    @Test func `beyond the window of all queues, a queue holds one item`() {
        var queues = ChannelQueues<Item>(length: 8, window: 10)
        let counts = [held(&queues, 1...20, in: 1), held(&queues, 21...30, in: 2), held(&queues, 31...40, in: 3)]
        #expect(counts == [8, 2, 1])
        // What is taken makes room again.
        for _ in 0..<8 { _ = queues.takeWaiting(in: 1) }
        let others = held(&queues, 41...45, in: 4)
        #expect(others == 5)
    }

    @Test func `the size of the items in memory is limited as well`() {
        var queues = ChannelQueues<Item>(length: 8, window: 100, windowBytes: 50)
        let counts = [held(&queues, 1...8, in: 1, bytes: 25), held(&queues, 9...16, in: 2, bytes: 25)]
        #expect(counts == [2, 1])
        _ = queues.next(in: 1)
        _ = queues.next(in: 1)
        let others = held(&queues, 17...24, in: 3, bytes: 5)
        #expect(others == 5)
    }

    @Test func `items that were left in the store are read once the queue reaches them`() {
        var queues = ChannelQueues<Item>(length: 2, window: 10)
        let count = held(&queues, 1...3, in: 1)
        #expect(count == 2)
        #expect(queues.next(in: 1) == .take(Item(number: 1)))
        #expect(queues.next(in: 1) == .take(Item(number: 2)))
        #expect(queues.next(in: 1) == .read(after: 2))
        queues.fill(1, with: [Item(number: 3)])
        #expect(queues.next(in: 1) == .take(Item(number: 3)))
        #expect(queues.next(in: 1) == nil)
    }
}
