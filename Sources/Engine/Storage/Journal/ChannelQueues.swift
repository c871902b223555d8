public import ChatModel

/// The queues of all channels, with a limit on what they hold in memory together.
///
/// Elements beyond the length of a queue, or beyond the window of all queues, stay in the store until the queue reaches them. A channel
/// that is stuck therefore takes no memory from others, regardless of its backlog.
@usableFromInline package struct ChannelQueues<Element: Numbered>: ~Copyable {
    /// Changed in place: the dictionary would allocate memory for each access to a value of this size.
    @usableFromInline final class StoredQueue {
        @usableFromInline var queue: ChannelQueue<Element>
        @inlinable init(_ queue: ChannelQueue<Element>) { self.queue = queue }
    }

    @usableFromInline var queues: [ChannelID: StoredQueue] = [:]
    @usableFromInline var waiting = 0
    @usableFromInline var waitingBytes = 0
    /// The maximum number of elements that one queue holds in memory and reads at once.
    @usableFromInline package let length: Int
    @usableFromInline let window: Int
    @usableFromInline let windowBytes: Int

    /// - Parameters:
    ///   - window: The number of elements in memory beyond which a queue holds one.
    ///   - windowBytes: Their size in bytes.
    @inlinable package init(length: Int = ChannelQueue<Element>.length, window: Int, windowBytes: Int = 16 << 20) {
        self.length = length
        self.window = window
        self.windowBytes = windowBytes
    }

    @inlinable package subscript(channel: ChannelID) -> ChannelQueue<Element>? { queues[channel]?.queue }

    /// The channels with a queue.
    @inlinable package var all: [ChannelID: ChannelQueue<Element>] { queues.mapValues(\.queue) }

    /// Appends an element to a channel's queue. Returns whether a worker must be started for the queue.
    @inlinable package mutating func append(_ element: Element, to channel: ChannelID) -> Bool {
        let isCrowded = waiting >= window || waitingBytes >= windowBytes
        return change(channel) { $0.append(element, isCrowded: isCrowded) }
    }

    /// Returns the worker's next step; nil ends its run.
    @inlinable package mutating func next(in channel: ChannelID) -> ChannelQueue<Element>.Step? { change(channel) { $0.next() } }

    /// Takes the next element of a channel that is in memory.
    @inlinable package mutating func takeWaiting(in channel: ChannelID) -> Element? { change(channel) { $0.takeWaiting() } }

    /// Adds the elements read from the store: at most `length` elements.
    @inlinable package mutating func fill(_ channel: ChannelID, with read: [Element]) { change(channel) { $0.fill(with: read) } }

    /// Ends the worker's run at the current position.
    @inlinable package mutating func stopServing(_ channel: ChannelID) { queues[channel]?.queue.stopServing() }

    @inlinable mutating func change<T>(_ channel: ChannelID, _ body: (inout ChannelQueue<Element>) -> T) -> T {
        let stored: StoredQueue
        if let known = queues[channel] {
            stored = known
        } else {
            stored = StoredQueue(ChannelQueue(length: length))
            queues[channel] = stored
        }
        let (count, bytes) = (stored.queue.count, stored.queue.byteCount)
        let result = body(&stored.queue)
        waiting += stored.queue.count - count
        waitingBytes += stored.queue.byteCount - bytes
        return result
    }
}
