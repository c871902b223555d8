public import DequeModule

/// An element of the journal or the outbox with its position.
@usableFromInline package protocol Numbered: Sendable {
    var number: Int64 { get }
    /// The approximate memory use in bytes.
    var byteCount: Int { get }
}

extension Entry: Numbered {
    package var number: Int64 { sequence }
    package var byteCount: Int { frame.count }
}

extension Delivery: Numbered {
    package var number: Int64 { id }
    package var byteCount: Int { payload.count }
}

/// The queue of one channel: a bounded number of elements in memory, and a flag that indicates whether the store holds more.
///
/// Elements arrive in two ways: pushed as they are committed, and read from the store after the queue was full. Each is taken once.
/// An empty queue is kept, because it knows the position of its channel before the store does.
@usableFromInline package struct ChannelQueue<Element: Numbered>: Sendable {
    /// The maximum number of elements held in memory and read at once, unless another one is given.
    @inlinable package static var length: Int { 128 }
    /// The maximum number of bytes read at once.
    @inlinable package static var lengthInBytes: Int { 1 << 20 }

    @usableFromInline package enum Step: Sendable {
        case take(Element)
        /// Read the elements after a number from the store, then call `fill`.
        case read(after: Int64)
    }

    /// A Boolean value that indicates whether a worker is serving the queue.
    @usableFromInline package internal(set) var hasWorker = false
    @usableFromInline var waiting: Deque<Element> = []
    /// A Boolean value that indicates whether the store may hold more elements.
    @usableFromInline var hasMore = false
    @usableFromInline var isReading = false
    /// The number of the last element added.
    @usableFromInline var newest: Int64 = 0
    @usableFromInline let length: Int

    @inlinable package init(length: Int = Self.length) { self.length = length }

    /// A Boolean value that indicates whether nothing waits and no worker is serving the queue.
    @inlinable package var isIdle: Bool { !hasWorker && !hasMore && !isReading && waiting.isEmpty }
    @inlinable package var count: Int { waiting.count }
    /// The memory use of the waiting elements in bytes.
    @usableFromInline package internal(set) var byteCount = 0

    /// The number of the oldest waiting element, in memory or in the store; nil if nothing waits.
    @inlinable package var oldest: Int64? { waiting.first?.number ?? (hasMore || isReading ? newest + 1 : nil) }

    /// Appends an element. Returns whether a worker must be started for the queue.
    ///
    /// - Parameter isCrowded: Leaves the element in the store if another one is already waiting in memory.
    @inlinable package mutating func append(_ element: Element, isCrowded: Bool = false) -> Bool {
        guard element.number > newest else { return false }
        if waiting.count < (isCrowded ? 1 : length), !hasMore, !isReading {
            waiting.append(element)
            byteCount += element.byteCount
            newest = element.number
        } else {
            hasMore = true
        }
        defer { hasWorker = true }
        return !hasWorker
    }

    /// Returns the worker's next step; nil ends its run.
    @inlinable package mutating func next() -> Step? {
        if let element = takeWaiting() { return .take(element) }
        hasWorker = hasMore
        isReading = hasMore
        guard hasMore else { return nil }
        hasMore = false
        return .read(after: newest)
    }

    /// Takes the next element that is in memory.
    @inlinable package mutating func takeWaiting() -> Element? {
        let element = waiting.popFirst()
        byteCount -= element?.byteCount ?? 0
        return element
    }

    /// Adds the elements read from the store: at most `length` elements and `lengthInBytes` bytes.
    @inlinable package mutating func fill(with read: [Element]) {
        waiting = Deque(read)
        byteCount = read.reduce(0) { $0 + $1.byteCount }
        newest = read.last?.number ?? newest
        isReading = false
        hasMore = hasMore || read.count == length || byteCount >= Self.lengthInBytes
    }

    /// Ends the worker's run at the current position.
    @inlinable package mutating func stopServing() { hasWorker = false }
}

extension ChannelQueue.Step: Equatable where Element: Equatable {}
