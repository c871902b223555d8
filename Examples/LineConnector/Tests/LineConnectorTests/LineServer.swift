import NIOCore
import NIOPosix

/// A line server on loopback for one bot. It acknowledges everything and keeps what it hears.
final class LineServer: Sendable {
    private typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let server: NIOAsyncChannel<Socket, Never>
    /// The lines that the bot sends.
    let heard: AsyncStream<String>
    private let hears: AsyncStream<String>.Continuation
    /// Lines to be sent to the bot.
    private let spoken: AsyncStream<String>
    private let speaks: AsyncStream<String>.Continuation

    var port: Int { server.channel.localAddress?.port ?? 0 }

    init() async throws {
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0) {
            channel in
            channel.eventLoop.makeCompletedFuture { try Socket(wrappingChannelSynchronously: channel) }
        }
        (heard, hears) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (spoken, speaks) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    func say(_ line: String) { speaks.yield(line) }

    /// Returns the first line from now on that contains a text.
    func line(with text: String) async -> String? { await heard.first { $0.contains(text) } }

    /// Serves one connection until cancelled.
    func run() async throws {
        try await server.executeThenClose { sockets in
            for try await socket in sockets {
                try await socket.executeThenClose { inbound, outbound in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { [spoken] in
                            for await line in spoken { try await outbound.write(ByteBuffer(string: line + "\n")) }
                        }
                        var rest = ""
                        for try await bytes in inbound {
                            rest += String(buffer: bytes)
                            while let end = rest.firstIndex(of: "\n") {
                                let line = String(rest[..<end])
                                rest.removeSubrange(...end)
                                hears.yield(line)
                                let words = line.split(separator: " ")
                                if words.count > 2, words[0] == "SAY" { say("OK \(words[2]) id-\(words[2])") }
                            }
                        }
                        group.cancelAll()
                    }
                }
            }
        }
    }
}
