import Foundation

/// The lines of standard input. They are read on a dedicated thread, because reading blocks, and one at a time: the next line is
/// read once the previous one was consumed. Ending the iteration leaves the thread blocked until the process exits.
struct StandardInput: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var lines: AsyncStream<String>.Iterator
        fileprivate let taken: DispatchSemaphore

        mutating func next() async -> String? {
            taken.signal()
            return await lines.next()
        }
    }

    func makeAsyncIterator() -> Iterator {
        let taken = DispatchSemaphore(value: 0)
        // Buffers one line: the thread waits until it is consumed.
        let (lines, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingOldest(1))
        Thread {
            taken.wait()
            while let line = readLine() {
                continuation.yield(line)
                taken.wait()
            }
            continuation.finish()
        }.start()
        return Iterator(lines: lines.makeAsyncIterator(), taken: taken)
    }
}
