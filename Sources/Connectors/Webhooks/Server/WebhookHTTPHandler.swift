import ConnectorKit
import NIOCore
import NIOHTTP1

/// Passes the requests of one connection to its assembler and writes the responses. The only decision it makes is when to continue reading.
final class WebhookHTTPHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case waiting(isFirst: Bool)
        case collecting
        case answering(isLast: Bool)
        /// The last response is written; further input is ignored.
        case ending
    }

    private let server: WebhookServerState
    private var assembler = WebhookRequestAssembler()
    private var phase = Phase.waiting(isFirst: true)
    private(set) var deadline: Duration
    private var context: ChannelHandlerContext?
    private var heldBytes = 0
    /// Input that arrived while an earlier call was being answered, at most one read.
    private var deferred = CircularBuffer<HTTPServerRequestPart>()
    private var deferredError: WebhookResponse?
    private var wantsRead = false
    private var isResuming = false

    init(_ serverState: WebhookServerState) {
        self.server = serverState
        deadline = serverState.now + serverState.limits.headTime
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        server.enter(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        deferred.removeAll()
        release()
        server.leave(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch phase {
        case .answering: deferred.append(part)
        case .ending: break
        case .waiting, .collecting: handle(part)
        }
    }

    /// Reads nothing more while a call is being answered or the caller does not read responses, which applies backpressure.
    func read(context: ChannelHandlerContext) {
        if mayRead(context) { context.read() } else { wantsRead = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        resumeReading(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        if case .answering = phase { phase = .answering(isLast: true) } else { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        let answer = error == .headerOverflow ? WebhookResponse.headersTooLarge : .malformed
        if case .answering = phase { deferredError = answer } else { perform(assembler.end(answer)) }
    }

    /// Answers the call in progress.
    func answer(_ answer: WebhookResponse) {
        guard case .answering(let isLast) = phase else { return }
        release()
        write(answer, isLast: isLast, omitsBody: false)
    }

    /// Ends the current phase after its deadline.
    func expire() {
        switch phase {
        case .waiting(isFirst: true), .collecting: perform(assembler.end(.slow))
        case .answering: write(.unavailable(after: 30), isLast: true, omitsBody: false)
        case .waiting(isFirst: false), .ending: context?.close(promise: nil)
        }
    }

    func closeSoon() {
        switch phase {
        case .answering: phase = .answering(isLast: true)
        case .collecting: perform(assembler.end(.unavailable(after: 5)))
        case .waiting, .ending: context?.close(promise: nil)
        }
    }

    func abort() { context?.close(promise: nil) }

    private func handle(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head):
            phase = .collecting
            deadline = server.now + server.limits.bodyTime
            perform(assembler.head(head) { server.endpoints.endpoint($0) })
        case .body(let bytes):
            guard server.hold(bytes.readableBytes) else { return perform(assembler.end(.unavailable(after: 5))) }
            heldBytes += bytes.readableBytes
            perform(assembler.body(bytes.readableBytesView))
        case .end: perform(assembler.end())
        }
    }

    private func perform(_ step: WebhookRequestAssembler.Step) {
        switch step {
        case .wait: break
        case .proceed: context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
        case .answer(let answer, let isLast, let omitsBody): write(answer, isLast: isLast, omitsBody: omitsBody)
        case .verify(let draft, let isLast):
            phase = .answering(isLast: isLast)
            deadline = server.now + server.limits.handlingTimeout
            if !server.enqueue(draft, for: self) { answer(.unavailable(after: 1)) }
        }
    }

    private func write(_ answer: WebhookResponse, isLast: Bool, omitsBody: Bool) {
        guard let context else { return }
        let isLast = isLast || server.isClosing
        let bytes = answer.bytes(date: server.date, isLast: isLast, omitsBody: omitsBody)
        // The next phase begins before the write, because the caller may react to the response at once.
        phase = isLast ? .ending : .waiting(isFirst: false)
        deadline = server.now + (isLast ? server.limits.lingerTime : server.limits.idleTime)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        guard isLast else { return resume(context) }
        deferred.removeAll()
        release()
        // Closes the output only and keeps reading: with unread input, the caller would lose the response to a reset.
        context.close(mode: .output, promise: nil)
        resumeReading(context)
    }

    /// Processes the input that arrived in the meantime, up to the next call that has to be answered.
    private func resume(_ context: ChannelHandlerContext) {
        // Input processed here may be answered at once; then the outer loop continues.
        guard !isResuming else { return }
        isResuming = true
        defer { isResuming = false }
        while isAcceptingInput, let part = deferred.popFirst() { handle(part) }
        guard isAcceptingInput else { return }
        if let answer = deferredError {
            deferredError = nil
            perform(assembler.end(answer))
        }
        resumeReading(context)
    }

    private var isAcceptingInput: Bool {
        switch phase {
        case .waiting, .collecting: true
        case .answering, .ending: false
        }
    }

    private func mayRead(_ context: ChannelHandlerContext) -> Bool {
        switch phase {
        case .waiting, .collecting: context.channel.isWritable
        case .answering: false
        case .ending: true
        }
    }

    private func resumeReading(_ context: ChannelHandlerContext) {
        guard wantsRead, mayRead(context) else { return }
        wantsRead = false
        context.read()
    }

    private func release() {
        server.release(heldBytes)
        heldBytes = 0
    }
}
