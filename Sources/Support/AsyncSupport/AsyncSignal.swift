/// A wake-up signal without content: its listener queries the database. Signals that have not been consumed yet are merged into
/// one.
package final class AsyncSignal: Sendable {
    /// The stream of signals for a single listener. It buffers one signal.
    package let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func signal() { continuation.yield() }

    /// Finishes the stream after pending signals have been consumed.
    package func finish() { continuation.finish() }
}
