import ChatModel
import Foundation
import MezonBotApp

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// A TCP proxy between a bot and the load gateway, by which the questions come from many people.
///
/// The gateway has one user who asks. In what it sends over a WebSocket, whose frames are not masked, the proxy replaces the id and the
/// name of that user by those of another person. In what it sends over HTTP, the proxy replaces the gateway's port by its own. All have the
/// same lengths. A user whose id is split between two reads is left as it is.
final class AskerProxy: Sendable {
    enum Failure: Error { case noSocket, differentPorts }

    let port: Int
    private let listener: Int32
    private let gatewayPort: Int
    /// The texts by which the gateway and the proxy are addressed.
    private let addresses: (gateway: [UInt8], proxy: [UInt8])
    private let person: @Sendable () -> Int

    /// - Parameters:
    ///   - gatewayPort: The port of the gateway on loopback.
    ///   - person: Returns the number of the person who asks next.
    init(to gatewayPort: Int, person: @escaping @Sendable () -> Int) throws {
        self.gatewayPort = gatewayPort
        self.person = person
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                descriptor >= 0 && bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else { throw Failure.noSocket }
        port = Int(UInt16(bigEndian: address.sin_port))
        addresses = (Array("127.0.0.1:\(gatewayPort)".utf8), Array("127.0.0.1:\(port)".utf8))
        guard addresses.gateway.count == addresses.proxy.count else { throw Failure.differentPorts }
        // Blocking calls; the threads end with their connections, the last one with this process.
        Thread.detachNewThread { self.acceptConnections() }
    }

    /// The id of a person, by number.
    static func id(ofPerson number: Int) -> UserID { UserID(firstPerson + Int64(number)) }

    private static let asker = varint(1_900_000_000_000_000_201)
    private static let askerName = Array("asker".utf8)
    private static let firstPerson: Int64 = 1_950_000_000_000_000_000
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    private static func varint(_ value: Int64) -> [UInt8] {
        var rest = UInt64(bitPattern: value)
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// The name of a person: five letters, different for each of the first 33 million.
    private static func name(ofPerson number: Int) -> [UInt8] {
        stride(from: 20, through: 0, by: -5).map { letters[number >> $0 & 31] }
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
            let bot = accept(listener, nil, nil)
            guard bot >= 0 else { return }
            let connection = Connection(bot: bot, gateway: connectToGateway())
            Thread.detachNewThread { Self.forward(from: connection.bot, to: connection.gateway) { _, _ in } }
            Thread.detachNewThread { self.forwardFromGateway(connection) }
        }
    }

    /// The two sockets of a connection, which close when both directions have ended.
    private final class Connection: Sendable {
        let bot: Int32
        let gateway: Int32

        init(bot: Int32, gateway: Int32) {
            (self.bot, self.gateway) = (bot, gateway)
            var isOn: Int32 = 1
            for descriptor in [bot, gateway] {
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            }
        }

        deinit { for descriptor in [bot, gateway] { close(descriptor) } }
    }

    private func connectToGateway() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(gatewayPort)
        _ = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    private func forwardFromGateway(_ connection: Connection) {
        var isWebSocket: Bool?
        Self.forward(from: connection.gateway, to: connection.bot) { buffer, count in
            let isFrames = isWebSocket ?? buffer[..<count].starts(with: "HTTP/1.1 101".utf8)
            isWebSocket = isFrames
            if isFrames { replaceAsker(in: &buffer, count) } else { replaceAddress(in: &buffer, count) }
        }
    }

    /// Forwards bytes until one side has ended.
    private static func forward(from source: Int32, to target: Int32, _ change: (inout [UInt8], Int) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            change(&buffer, count)
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

    private func replaceAddress(in buffer: inout [UInt8], _ count: Int) {
        for place in 0..<count where Self.isFound(addresses.gateway, at: place, in: buffer, count) {
            buffer.replaceSubrange(place..<place + addresses.proxy.count, with: addresses.proxy)
        }
    }

    private func replaceAsker(in buffer: inout [UInt8], _ count: Int) {
        var name = Self.askerName
        var place = 0
        while place < count {
            if Self.isFound(Self.asker, at: place, in: buffer, count) {
                let person = person()
                name = Self.name(ofPerson: person)
                let id = Self.varint(Self.id(ofPerson: person).rawValue)
                buffer.replaceSubrange(place..<place + id.count, with: id)
                place += id.count
            } else if Self.isFound(Self.askerName, at: place, in: buffer, count) {
                buffer.replaceSubrange(place..<place + name.count, with: name)
                place += name.count
            } else {
                place += 1
            }
        }
    }

    private static func isFound(_ pattern: [UInt8], at place: Int, in buffer: [UInt8], _ count: Int) -> Bool {
        buffer[place] == pattern[0] && place + pattern.count <= count
            && buffer[place..<place + pattern.count].elementsEqual(pattern)
    }
}

extension SoakEnvironment {
    /// Lets the bot connect to the load gateway through a proxy from its next start.
    func connect(through proxy: AskerProxy) throws {
        let file = folder.appending(path: "config.yaml")
        let config = try String(contentsOf: file, encoding: .utf8)
        try config.replacing(ready.gateway, with: "http://127.0.0.1:\(proxy.port)")
            .write(to: file, atomically: true, encoding: .utf8)
    }
}
