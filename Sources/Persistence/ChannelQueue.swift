/// What the journal and the outbox hold in the order of a number.
package protocol Numbered: Sendable {
    var number: Int64 { get }
    /// About what it takes in memory.
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

/// What waits for one channel: a few elements in memory, and whether the store holds more.
///
/// Elements come here twice, pushed as they are committed and read when the queue was too long to hold them; each is taken once.
/// A queue outlives its emptiness, because it knows how far its channel has come before the store does.
package struct ChannelQueue<Element: Numbered>: Sendable {
    /// How many are held, and read at once.
    package static var length: Int { 128 }
    /// The most that is read at once, in bytes.
    package static var lengthInBytes: Int { 1 << 20 }

    package enum Step {
        case take(Element)
        /// Read on in the store after a number, and `fill`.
        case read(after: Int64)
    }

    /// Whether somebody is at work on it.
    package private(set) var isServed = false
    private var waiting: ArraySlice<Element> = []
    /// Set where the store may hold more than is here.
    private var hasMore = false
    private var isReading = false
    /// The number of the last element that ever came in.
    private var newest: Int64 = 0

    package init() {}

    package var count: Int { waiting.count }
    /// What waits here takes so much.
    package private(set) var byteCount = 0

    /// The oldest that is not taken yet: of it or of what is left in the store nothing is older. Nil where nothing waits.
    package var oldest: Int64? { waiting.first?.number ?? (hasMore || isReading ? newest + 1 : nil) }

    /// Takes an element in; returns whether somebody has to be sent to serve the queue.
    ///
    /// - Parameter isCrowded: leaves it in the store where another waits here already.
    package mutating func append(_ element: Element, isCrowded: Bool = false) -> Bool {
        guard element.number > newest else { return false }
        if waiting.count < (isCrowded ? 1 : Self.length), !hasMore, !isReading {
            waiting.append(element)
            byteCount += element.byteCount
            newest = element.number
        } else {
            hasMore = true
        }
        defer { isServed = true }
        return !isServed
    }

    /// The next step of whoever serves it; nil ends their round.
    package mutating func next() -> Step? {
        if let element = takeWaiting() { return .take(element) }
        isServed = hasMore
        isReading = hasMore
        guard hasMore else { return nil }
        hasMore = false
        return .read(after: newest)
    }

    /// The next element that needs no reading.
    package mutating func takeWaiting() -> Element? {
        let element = waiting.popFirst()
        byteCount -= element?.byteCount ?? 0
        return element
    }

    /// Takes what was read, at most `length` elements and `lengthInBytes`.
    package mutating func fill(with read: [Element]) {
        waiting = read[...]
        byteCount = read.reduce(0) { $0 + $1.byteCount }
        newest = read.last?.number ?? newest
        isReading = false
        hasMore = hasMore || read.count == Self.length || byteCount >= Self.lengthInBytes
    }

    /// Ends the round where it stands.
    package mutating func dismiss() { isServed = false }
}

extension ChannelQueue.Step: Equatable where Element: Equatable {}
