public import ChatModel

/// The queues of all channels, with a limit on what they hold in memory together.
///
/// Elements beyond the length of a queue, or beyond the window of all queues, stay in the store until the queue reaches them. A channel
/// that is stuck therefore takes no memory from others, regardless of its backlog.
@usableFromInline package struct ChannelQueues<Element: Numbered>: Sendable {
    @usableFromInline var queues: [ChannelID: ChannelQueue<Element>] = [:]
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

    @inlinable package subscript(channel: ChannelID) -> ChannelQueue<Element>? { queues[channel] }

    /// The channels with a queue.
    @inlinable package var all: [ChannelID: ChannelQueue<Element>] { queues }

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
    @inlinable package mutating func stopServing(_ channel: ChannelID) { queues[channel]?.stopServing() }

    @inlinable mutating func change<T>(_ channel: ChannelID, _ body: (inout ChannelQueue<Element>) -> T) -> T {
        let (result, count, bytes) = Self.change(&queues[channel, default: ChannelQueue(length: length)], body)
        waiting += count
        waitingBytes += bytes
        return result
    }

    /// Returns the result of a change, and by how much it changed the number of elements in memory and their size.
    @inlinable static func change<T>(
        _ queue: inout ChannelQueue<Element>, _ body: (inout ChannelQueue<Element>) -> T
    ) -> (result: T, count: Int, bytes: Int) {
        let (count, bytes) = (queue.count, queue.byteCount)
        let result = body(&queue)
        return (result, queue.count - count, queue.byteCount - bytes)
    }
}
