package import AsyncSupport
import Foundation

/// The lines of a file descriptor, bounded in length.
package struct InputLines: AsyncSequence, Sendable {
    package typealias Element = Line
    package typealias AsyncIterator = BlockingSequence<Line>.Iterator

    package enum Line: Hashable, Sendable {
        case line(ArraySlice<UInt8>)
        /// A line beyond the limit, of which nothing is kept.
        case tooLong
    }

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
    let descriptor: Int32
    let maxLength: Int
    private var buffer: ArraySlice<UInt8> = []
    private var isOver = false

    init(descriptor: Int32, maxLength: Int) {
        self.descriptor = descriptor
        self.maxLength = maxLength
    }

    /// Returns the next line without its end, also a last one that has none; nil at the end of the input.
    mutating func next() -> InputLines.Line? {
        var isTooLong = false
        var searched = buffer.startIndex
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer = buffer[(end + 1)...]
                return isTooLong || line.count > maxLength ? .tooLong : .line(line)
            }
            if buffer.count > maxLength {
                isTooLong = true
                buffer = []
            }
            searched = buffer.endIndex
            guard let part = nextPart() else {
                defer { buffer = [] }
                return isTooLong ? .tooLong : buffer.isEmpty ? nil : .line(buffer)
            }
            // A new array once what was consumed before it would only be carried along.
            if buffer.isEmpty {
                buffer = part[...]
                searched = buffer.startIndex
            } else {
                buffer.append(contentsOf: part)
            }
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
