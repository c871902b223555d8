/// A wake-up without content: whoever hears it asks the database. Rings that nobody has heard yet are one ring.
package struct AsyncSignal: Sendable {
    /// Buffers a single ring. For one listener.
    package let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func ring() { continuation.yield() }

    /// Ends the listener's loop once it has heard what was rung before.
    package func silence() { continuation.finish() }
}
