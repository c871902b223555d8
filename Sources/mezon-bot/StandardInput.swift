import Foundation

/// The lines of standard input, read on a thread of their own because reading blocks, and one at a time: the next is read once the
/// last was taken. Leaving the loop leaves the thread behind in its read, which ends with the process.
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
        // Holds one line: the thread waits for it to be taken.
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
