package import NIOCore
import Synchronization

/// A request body that records whether its transmission has started; from then on the server may have received all of it.
package final class TrackedRequestBody: AsyncSequence, Sendable {
    package typealias Element = ByteBuffer

    private let bytes: [UInt8]
    private let state = Mutex(false)

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var count: Int { bytes.count }
    package var isBegun: Bool { state.withLock { $0 } }

    package func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    package struct Iterator: AsyncIteratorProtocol {
        let body: TrackedRequestBody
        private var isOver = false

        init(body: TrackedRequestBody) { self.body = body }

        package mutating func next() async -> ByteBuffer? {
            guard !isOver else { return nil }
            isOver = true
            body.state.withLock { $0 = true }
            return ByteBuffer(bytes: body.bytes)
        }
    }
}
