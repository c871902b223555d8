import BotKit
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A web server on loopback that numbers the questions that it is asked, refuses some requests, and loses some responses.
final class QuestionServer: Sendable {
    /// A request as it arrived.
    struct ReceivedRequest: Hashable, Sendable {
        var key: String
        var question: String
    }

    private enum Reply {
        case response(String, after: TimeAmount)
        case unavailable
        /// The end of the connection after the effect.
        case lost
    }

    private struct State {
        var arrivals: [ReceivedRequest] = []
        /// The response texts for each question, one for each effect.
        var effects: [String: [String]] = [:]
        /// The response text for each key.
        var answers: [String: String] = [:]
        var effectCount = 0
        var random: SplitMix64
    }

    /// A Boolean value that indicates whether a repeated key has no second effect and gets the first response again.
    let honorsKeys: Bool
    let address: String
    private let faults: Double
    private let listener: any NIOCore.Channel
    private let state: Mutex<State>

    /// - Parameter faults: The share of requests that are refused, and that of those whose response is lost.
    init(honoringKeys honorsKeys: Bool, faults: Double, seed: UInt64) async throws {
        self.honorsKeys = honorsKeys
        self.faults = faults
        state = Mutex(State(random: SplitMix64(seed: seed)))
        let reply = Mutex<(@Sendable (ReceivedRequest) -> Reply)?>(nil)
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(
                        Handler { arrival in reply.withLock { $0 }?(arrival) ?? .unavailable })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
        reply.withLock { $0 = { [weak self] in self?.take($0) ?? .unavailable } }
    }

    var arrivals: [ReceivedRequest] { state.withLock { $0.arrivals } }
    var effects: [String: [String]] { state.withLock { $0.effects } }

    func stop() async throws { try await listener.close() }

    private func take(_ arrival: ReceivedRequest) -> Reply {
        state.withLock { state in
            state.arrivals.append(arrival)
            let fate = Double.random(in: 0..<1, using: &state.random)
            if fate < faults { return .unavailable }
            let text: String
            if honorsKeys, let known = state.answers[arrival.key] {
                text = known
            } else {
                state.effectCount += 1
                text = "effect \(state.effectCount)"
                state.answers[arrival.key] = text
                state.effects[arrival.question, default: []].append(text)
            }
            if fate < 2 * faults { return .lost }
            return .response(text, after: .milliseconds(Int64.random(in: 0...40, using: &state.random)))
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let reply: (ReceivedRequest) -> Reply
        private var arrival = ReceivedRequest(key: "", question: "")

        init(_ reply: @escaping (ReceivedRequest) -> Reply) { self.reply = reply }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): arrival = ReceivedRequest(key: head.headers.first(name: "idempotency-key") ?? "", question: "")
            case .body(let bytes): arrival.question += String(buffer: bytes)
            case .end:
                switch reply(arrival) {
                case .response(let text, let delay):
                    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                    context.eventLoop.scheduleTask(in: delay) {
                        let (handler, context) = bound.value
                        handler.answer(.ok, text, context)
                    }
                case .unavailable: answer(.serviceUnavailable, "", context)
                case .lost: context.close(promise: nil)
                }
            }
        }

        private func answer(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            let head = HTTPResponseHead(
                version: .http1_1, status: status, headers: ["content-length": "\(text.utf8.count)", "retry-after": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
