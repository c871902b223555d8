import ChatModel
import Foundation
import MezonProtocol
import NIOCore

/// The state that the connections of one server share. Confined to its event loop.
final class WebhookServerState {
    let limits: WebhookServerLimits
    let endpoints: RouteTable
    let loop: any EventLoop
    private let time: any TimeSource
    private let jobs: AsyncStream<WebhookJob>.Continuation
    private let dates = HTTPDate()

    private var handlers: [ObjectIdentifier: WebhookHTTPHandler] = [:]
    private var heldBytes = 0
    private var calls = 0
    private var whenEmpty: EventLoopPromise<Void>?
    private(set) var isClosing = false

    init(
        limits: WebhookServerLimits, endpoints: RouteTable, loop: any EventLoop, time: any TimeSource,
        jobs: AsyncStream<WebhookJob>.Continuation
    ) {
        self.limits = limits
        self.endpoints = endpoints
        self.loop = loop
        self.time = time
        self.jobs = jobs
    }

    var now: Duration { time.uptime }
    var date: String { dates.text(time.now) }
    var hasCapacity: Bool { handlers.count < limits.connections && !isClosing }

    func enter(_ handler: WebhookHTTPHandler) { handlers[ObjectIdentifier(handler)] = handler }

    func leave(_ handler: WebhookHTTPHandler) {
        handlers[ObjectIdentifier(handler)] = nil
        if handlers.isEmpty { whenEmpty?.succeed() }
    }

    /// Reserves memory for bytes and returns a Boolean value that indicates whether the limit allows it.
    func hold(_ bytes: Int) -> Bool {
        guard heldBytes + bytes <= limits.heldBytes else { return false }
        heldBytes += bytes
        return true
    }

    func release(_ bytes: Int) { heldBytes -= bytes }

    /// Passes a call to the server's tasks. Returns `false` if too many are in progress; the handler is then not called back.
    func enqueue(_ draft: UnverifiedWebhook, for handler: WebhookHTTPHandler) -> Bool {
        guard calls < limits.calls else { return false }
        let bound = NIOLoopBound((self, handler), eventLoop: loop)
        let job = WebhookJob(draft: draft) { [loop] answer in
            loop.execute {
                bound.value.0.calls -= 1
                bound.value.1.answer(answer)
            }
        }
        guard case .enqueued = jobs.yield(job) else { return false }
        calls += 1
        return true
    }

    /// Ends connections whose deadline has passed.
    func expire() {
        let now = now
        for handler in Array(handlers.values) where handler.deadline <= now { handler.expire() }
    }

    /// Closes every connection; calls in progress are answered first.
    func close() -> EventLoopFuture<Void> {
        isClosing = true
        let promise = loop.makePromise(of: Void.self)
        whenEmpty = promise
        if handlers.isEmpty { promise.succeed() }
        for handler in Array(handlers.values) { handler.closeSoon() }
        return promise.futureResult
    }

    /// Closes every connection, answered or not.
    func abort() {
        isClosing = true
        for handler in Array(handlers.values) { handler.abort() }
    }
}
