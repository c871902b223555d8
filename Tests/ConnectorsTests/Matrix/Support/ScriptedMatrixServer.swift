import NIOCore
import NIOPosix
import Synchronization

/// Answers with scripted bytes, and otherwise as a Matrix server without events.
final class ScriptedMatrixServer: Sendable {
    enum Reply: Sendable {
        case json(Int, String, headers: String = "")
        /// A valid beginning followed by endless repetitions of the same bytes.
        case endless(String, String)
        case hangUp
        case never

        static func ok(_ body: String) -> Reply { .json(200, body) }
    }

    struct Request: Hashable, Sendable {
        var method: String
        /// The path after `/_matrix/client/v3/`, without the query.
        var path: String
        var query: String
        var head: String
        var body: String
    }

    typealias Script = @Sendable (Request) -> Reply?

    static let room = "!room:x"
    static let quiet = #"{"next_batch":"s0"}"#

    let port: Int
    private let listener: any Channel
    private let shelf: Replies

    private final class Replies: Sendable {
        let requests = Mutex<[Request]>([])
        let script: Script

        init(_ script: @escaping Script) { self.script = script }
    }

    /// - Parameter script: Returns nil for the default response.
    init(_ script: @escaping Script) async throws {
        let shelf = Replies(script)
        self.shelf = shelf
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(shelf)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { shelf.requests.withLock { $0 } }

    func stop() async throws { try await listener.close() }

    /// Returns a sync response with these events of the room.
    static func sync(_ next: String, _ events: String, more: String = "") -> String {
        #"{"next_batch":"\#(next)","rooms":{"join":{"\#(room)":{"timeline":{"events":[\#(events)]\#(more)}}}}}"#
    }

    static func said(_ text: String, id: String, by person: String = "@an:x") -> String {
        #"{"type":"m.room.message","event_id":"\#(id)","sender":"\#(person)","origin_server_ts":1,"content":{"msgtype":"m.text","body":"\#(text)"}}"#
    }

    private static func usual(_ request: Request) -> Reply {
        let path = request.path
        if path == "account/whoami" { return .ok(#"{"user_id":"@bot:x","device_id":"D"}"#) }
        if path == "joined_rooms" { return .ok(#"{"joined_rooms":["\#(room)"]}"#) }
        if path.hasPrefix("directory/room/") || path.hasPrefix("join/") { return .ok(#"{"room_id":"\#(room)"}"#) }
        if path.contains("/state/m.room.encryption") { return .json(404, #"{"errcode":"M_NOT_FOUND"}"#) }
        if path.hasSuffix("/filter") { return .ok(#"{"filter_id":"1"}"#) }
        if path == "sync" { return request.query.contains("since=") ? .never : .ok(quiet) }
        if path.hasSuffix("/messages") { return .ok(#"{"chunk":[],"start":"a"}"#) }
        if path.contains("/send/") { return .ok(#"{"event_id":"$sent-\#(path.split(separator: "/").last ?? "")"}"#) }
        return .json(404, #"{"errcode":"M_UNRECOGNIZED"}"#)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let shelf: Replies
        private var read: [UInt8] = []
        private var isOver = false

        init(_ shelf: Replies) { self.shelf = shelf }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            read += Array(unwrapInboundIn(data).readableBytesView)
            while !isOver, let end = read.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: read[..<end.lowerBound], as: UTF8.self)
                let lines = head.split(separator: "\r\n")
                let length =
                    lines.first { $0.lowercased().hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
                guard read.count >= end.upperBound + length else { return }
                let body = String(decoding: read[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
                read.removeFirst(end.upperBound + length)
                let words = (lines.first ?? "").split(separator: " ").map(String.init)
                let target = (words.count > 1 ? words[1] : "").replacing("/_matrix/client/v3/", with: "")
                let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
                let request = Request(
                    method: words.first ?? "", path: parts.first ?? "", query: parts.count > 1 ? parts[1] : "", head: head,
                    body: body)
                shelf.requests.withLock { $0.append(request) }
                reply(shelf.script(request) ?? ScriptedMatrixServer.usual(request), context)
            }
        }

        private func reply(_ reply: Reply, _ context: ChannelHandlerContext) {
            switch reply {
            case .json(let status, let body, let headers):
                write("HTTP/1.1 \(status) X\r\n\(headers)content-length: \(body.utf8.count)\r\n\r\n\(body)", context)
            case .endless(let beginning, let piece):
                isOver = true
                write(beginning, context)
                // Large pieces spend the time in the reader and not in the test.
                let large = ByteBuffer(string: String(repeating: piece, count: max(1, (256 << 10) / piece.utf8.count)))
                go(on: large, context.channel)
            case .hangUp: context.close(promise: nil)
            case .never: break
            }
        }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        private func go(on piece: ByteBuffer, _ channel: any Channel) {
            let here = NIOLoopBound(self, eventLoop: channel.eventLoop)
            channel.writeAndFlush(piece).whenSuccess { here.value.go(on: piece, channel) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
