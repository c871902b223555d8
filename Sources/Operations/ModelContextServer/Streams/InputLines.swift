package import AsyncSupport
import Foundation

/// The lines of a file descriptor, bounded in length.
package struct InputLines: AsyncSequence, Sendable {
    package typealias Element = Line
    package typealias AsyncIterator = BlockingSequence<Line>.Iterator

    package typealias Line = LineBuffer.Line

    package static let maxLength = 4 << 20

    private let descriptor: Int32
    private let maxLength: Int

    package init(_ descriptor: Int32, maxLength: Int = maxLength) {
        self.descriptor = descriptor
        self.maxLength = maxLength
    }

    package func makeAsyncIterator() -> AsyncIterator {
        BlockingSequence { [descriptor, maxLength] in
            var reader = LineReader(descriptor: descriptor, maxLength: maxLength)
            return { reader.next() }
        }
        .makeAsyncIterator()
    }
}

/// Splits the bytes of a descriptor into lines.
private struct LineReader {
    private let descriptor: Int32
    private var lines: LineBuffer
    private var isOver = false

    init(descriptor: Int32, maxLength: Int) {
        self.descriptor = descriptor
        lines = LineBuffer(maxLength: maxLength)
    }

    /// Returns the next line without its end, also a last one that has none; nil at the end of the input.
    mutating func next() -> InputLines.Line? {
        while true {
            if let line = lines.next() { return line }
            guard let part = nextPart() else { return lines.takeRest() }
            lines.append(part)
        }
    }

    private mutating func nextPart() -> [UInt8]? {
        while !isOver {
            var error: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, count in
                let length = read(descriptor, bytes.baseAddress, bytes.count)
                error = length < 0 ? errno : 0
                count = max(0, length)
            }
            if !part.isEmpty { return part }
            switch error {
            case EINTR: continue
            case EAGAIN:
                // The program that started this one may have made its end non-blocking.
                var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&state, 1, -1)
            default: isOver = true
            }
        }
        return nil
    }
}
