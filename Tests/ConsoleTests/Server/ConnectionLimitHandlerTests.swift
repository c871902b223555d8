import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Console

struct ConnectionLimitHandlerTests {
    private let connections = OpenConnections(limit: 2)

    private func open() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionLimitHandler(connections))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func ask(_ channel: EmbeddedChannel) throws {
        try channel.writeInbound(HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func `a connection beyond the limit closes the one that has waited longest`() throws {
        let channels = try (0..<4).map { _ in try open() }
        #expect(channels.map(\.isActive) == [false, false, true, true])
    }

    @Test func `a connection whose request is answered stays, and one with half a request does not`() throws {
        let (asked, half) = (try open(), try open())
        try ask(asked)
        try half.writeInbound(HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")))
        let last = try open()
        #expect(asked.isActive && !half.isActive && last.isActive)
    }

    @Test func `a connection that was answered waits anew`() throws {
        let (answered, idle) = (try open(), try open())
        try ask(answered)
        try answer(answered)
        let third = try open()
        #expect(answered.isActive && !idle.isActive)
        let fourth = try open()
        #expect(!answered.isActive && third.isActive && fourth.isActive)
    }

    @Test func `beside connections that are all answered a new one is refused`() throws {
        let busy = try (0..<2).map { _ in try open() }
        for channel in busy { try ask(channel) }
        let refused = try open()
        #expect(busy.allSatisfy(\.isActive) && !refused.isActive)
        try answer(busy[0])
        let next = try open()
        #expect(!busy[0].isActive && busy[1].isActive && next.isActive)
    }

    @Test func `a closed connection makes room`() throws {
        let (first, second) = (try open(), try open())
        try second.close().wait()
        let third = try open()
        #expect(first.isActive && third.isActive)
    }
}
