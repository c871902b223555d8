import Foundation

/// The lines of a file descriptor, bounded in length. A thread reads them one at a time, the next one once the previous one was
/// consumed. Ending the iteration leaves the thread blocked until the input ends.
package struct InputLines: AsyncSequence, Sendable {
    package enum Line: Hashable, Sendable {
        case line(ArraySlice<UInt8>)
        /// A line beyond the limit, of which nothing is kept.
        case tooLong
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var lines: AsyncStream<Line>.Iterator
        fileprivate let taken: DispatchSemaphore

        package mutating func next() async -> Line? {
            taken.signal()
            return await lines.next()
        }
    }

    package static let maxLength = 4 << 20

    private let descriptor: Int32
    private let maxLength: Int

    package init(_ descriptor: Int32, maxLength: Int = maxLength) {
        self.descriptor = descriptor
        self.maxLength = maxLength
    }

    package func makeAsyncIterator() -> Iterator {
        let taken = DispatchSemaphore(value: 0)
        // Buffers one line: the thread waits until it is consumed.
        let (lines, continuation) = AsyncStream<Line>.makeStream(bufferingPolicy: .bufferingOldest(1))
        Thread { [descriptor, maxLength] in
            var reader = LineReader(descriptor: descriptor, maxLength: maxLength)
            taken.wait()
            while let line = reader.next() {
                continuation.yield(line)
                taken.wait()
            }
            continuation.finish()
        }.start()
        return Iterator(lines: lines.makeAsyncIterator(), taken: taken)
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
            let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, count in
                count = max(0, read(descriptor, bytes.baseAddress, bytes.count))
            }
            if !part.isEmpty { return part }
            isOver = true
        }
        return nil
    }
}
