import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on the loopback interface that follows a script: the script receives each line of a client and answers with lines
/// or bytes.
final class ScriptedIRCServer: Sendable {
    enum Answer: Sendable {
        case lines([String])
        case bytes([UInt8])
        case close
    }

    /// Returns the answers to a line on a connection. Connections are numbered from one.
    typealias Script = @Sendable (_ line: String, _ connection: Int) -> [Answer]

    private let listener: any Channel
    private let state = Mutex(State())

    private struct State {
        var connections = 0
        var lines: [String] = []
    }

    var port: Int { listener.localAddress?.port ?? 0 }
    /// All lines that clients sent.
    var lines: [String] { state.withLock { $0.lines } }
    var connections: Int { state.withLock { $0.connections } }

    /// - Parameter secure: The TLS context, or nil for plain text.
    init(secure: NIOSSLContext? = nil, _ script: @escaping Script) async throws {
        let box = Mutex<ScriptedIRCServer?>(nil)
        let talk = Talk { line, connection in
            box.withLock { $0 }?.state.withLock { $0.lines.append(line) }
            return script(line, connection)
        } opened: {
            box.withLock { $0 }?.state.withLock { state in
                state.connections += 1
                return state.connections
            } ?? 1
        }
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secure)) }
                    try channel.pipeline.syncOperations.addHandler(Conversation(talk))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        box.withLock { $0 = self }
    }

    func close() async throws { try await listener.close() }

    private struct Talk: Sendable {
        let answers: Script
        let opened: @Sendable () -> Int
    }

    private final class Conversation: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let talk: Talk
        private var number = 0
        private var text = ""

        init(_ talk: Talk) { self.talk = talk }

        func channelActive(context: ChannelHandlerContext) { number = talk.opened() }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = Self.unwrapInboundIn(data)
            text += String(buffer: buffer)
            while let end = text.range(of: "\r\n") {
                let line = String(text[..<end.lowerBound])
                text = String(text[end.upperBound...])
                for answer in talk.answers(line, number) { give(answer, context) }
            }
            context.flush()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func give(_ answer: Answer, _ context: ChannelHandlerContext) {
            switch answer {
            case .lines(let lines):
                let text = lines.map { $0 + "\r\n" }.joined()
                context.write(Self.wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            case .bytes(let bytes): context.write(Self.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
            case .close:
                context.flush()
                context.close(promise: nil)
            }
        }
    }
}

extension ScriptedIRCServer {
    /// Returns a script that accepts every client in every channel, offers these capabilities, and answers each PING.
    static func welcoming(_ capabilities: String = "", _ more: @escaping Script = { _, _ in [] }) -> Script {
        { line, connection in
            let extra = more(line, connection)
            guard extra.isEmpty else { return extra }
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count > 1 ? words[1] : ""
            switch words[0] {
            case "CAP" where rest.hasPrefix("LS"): return [.lines([":s CAP * LS :\(capabilities)"])]
            case "CAP" where rest.hasPrefix("REQ"): return [.lines([":s CAP * ACK \(rest.dropFirst(4))"])]
            case "USER": return capabilities.isEmpty ? [.lines([":s 001 an :hi", ":s 376 an :end"])] : []
            case "CAP" where rest.hasPrefix("END") && !capabilities.isEmpty: return [.lines([":s 001 an :hi", ":s 376 an :end"])]
            case "JOIN": return [.lines([":an!an@host JOIN \(rest)", ":s 353 an = \(rest) :an", ":s 366 an \(rest) :end"])]
            case "QUIT": return [.lines(["ERROR :Closing link"]), .close]
            case "PING": return [.lines([":s PONG s \(rest)"])]
            default: return []
            }
        }
    }
}
