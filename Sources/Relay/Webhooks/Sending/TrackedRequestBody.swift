import NIOCore
import Synchronization

/// A request body that records whether its transmission has started; from then on the server may have received all of it.
final class TrackedRequestBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private let bytes: [UInt8]
    private let state = Mutex(false)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }
    var isBegun: Bool { state.withLock { $0 } }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        let body: TrackedRequestBody
        private var isOver = false

        init(body: TrackedRequestBody) { self.body = body }

        mutating func next() async -> ByteBuffer? {
            guard !isOver else { return nil }
            isOver = true
            body.state.withLock { $0 = true }
            return ByteBuffer(bytes: body.bytes)
        }
    }
}
