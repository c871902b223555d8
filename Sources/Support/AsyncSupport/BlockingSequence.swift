import Dispatch
import Foundation

/// The elements that a blocking function returns. They are read on a thread of their own, one at a time: the next one once the previous one
/// was consumed. Ending the iteration leaves the thread blocked until the function returns.
package struct BlockingSequence<Element: Sendable>: AsyncSequence, Sendable {
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncStream<Element>.Iterator
        fileprivate let taken: DispatchSemaphore

        package mutating func next() async -> Element? {
            taken.signal()
            return await elements.next()
        }
    }

    private let makeReader: @Sendable () -> () -> Element?

    /// - Parameter makeReader: Returns the function, whose nil ends the sequence. Both are called on the thread.
    package init(_ makeReader: @escaping @Sendable () -> () -> Element?) { self.makeReader = makeReader }

    package func makeAsyncIterator() -> Iterator {
        let taken = DispatchSemaphore(value: 0)
        // Buffers one element: the thread waits until it is consumed.
        let (elements, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingOldest(1))
        Thread { [makeReader] in
            let next = makeReader()
            taken.wait()
            while let element = next() {
                continuation.yield(element)
                taken.wait()
            }
            continuation.finish()
        }.start()
        return Iterator(elements: elements.makeAsyncIterator(), taken: taken)
    }
}
