import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// A TCP proxy on loopback.
final class LoopbackProxy: Sendable {
    enum Failure: Error { case noSocket }

    enum Direction: CaseIterable { case toServer, toClient }

    /// Looks at bytes of one direction of one connection, and changes the given number of them, before they are forwarded.
    typealias Filter = (_ buffer: inout [UInt8], _ count: Int) -> Void

    let port: Int
    private let listener: Int32
    private let serverPort: Int
    private let filter: @Sendable (Direction, _ port: Int) -> Filter

    /// - Parameters:
    ///   - serverPort: The port of the server on loopback.
    ///   - filter: Returns the filter of one direction of a new connection, given the port of the proxy.
    init(to serverPort: Int, filter: @escaping @Sendable (Direction, _ port: Int) -> Filter) throws {
        self.serverPort = serverPort
        self.filter = filter
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        port = try Self.bind(listener)
        guard listen(listener, 64) == 0 else { throw Failure.noSocket }
        // Blocking calls; the threads end with their connections, the last one with this process.
        Thread.detachNewThread { self.acceptConnections() }
    }

    /// A port of loopback that no socket uses.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return try bind(descriptor)
    }

    /// Binds a socket to a free port of loopback.
    private static func bind(_ descriptor: Int32) throws -> Int {
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                descriptor >= 0 && Glibc.bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw Failure.noSocket }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func acceptConnections() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            let connection = Connection(client: client, server: connectToServer())
            Thread.detachNewThread { self.forward(.toServer, from: connection.client, to: connection.server, of: connection) }
            Thread.detachNewThread { self.forward(.toClient, from: connection.server, to: connection.client, of: connection) }
        }
    }

    /// The two sockets of a connection, which close when both directions have ended.
    private final class Connection: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) {
            (self.client, self.server) = (client, server)
            var isOn: Int32 = 1
            for descriptor in [client, server] {
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            }
        }

        deinit { for descriptor in [client, server] { close(descriptor) } }
    }

    private func connectToServer() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(serverPort)
        _ = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    private func isReset(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR) != 0
    }

    /// Forwards bytes until one side has ended.
    private func forward(_ direction: Direction, from source: Int32, to target: Int32, of connection: Connection) {
        defer { withExtendedLifetime(connection) {} }  // It closes the sockets.
        let filter = filter(direction, port)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            filter(&buffer, count)
            // What a reset connection has sent is lost.
            guard !isReset(source) else { break }
            let isWritten = buffer.withUnsafeBytes { bytes in
                var start = 0
                while start < count {
                    let written = write(target, bytes.baseAddress?.advanced(by: start), count - start)
                    guard written > 0 else { return false }
                    start += written
                }
                return true
            }
            guard isWritten else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }
}

extension [UInt8] {
    /// Replaces each occurrence of a text in the first bytes by another one of the same length.
    mutating func replace(_ text: [UInt8], with replacement: [UInt8], in count: Int) {
        for place in 0..<count where isFound(text, at: place, in: count) {
            replaceSubrange(place..<place + replacement.count, with: replacement)
        }
    }

    /// Returns whether the first bytes contain a text at a place.
    func isFound(_ text: [UInt8], at place: Int, in count: Int) -> Bool {
        self[place] == text[0] && place + text.count <= count && self[place..<place + text.count].elementsEqual(text)
    }
}
