import ChatModel
import Foundation
import MezonBotApp

/// A TCP proxy between a bot and the load gateway, by which the questions come from many people.
///
/// The gateway has one user who asks. In what it sends over a WebSocket, whose frames are not masked, the proxy replaces the id and the
/// name of that user by those of another person. In what it sends over HTTP, the proxy replaces the gateway's port by its own. All have the
/// same lengths. A user whose id is split between two reads is left as it is.
struct AskerProxy {
    enum Failure: Error { case differentPorts }

    private let proxy: LoopbackProxy
    var port: Int { proxy.port }

    /// - Parameters:
    ///   - gatewayPort: The port of the gateway on loopback.
    ///   - person: Returns the number of the person who asks next.
    init(to gatewayPort: Int, person: @escaping @Sendable () -> Int) throws {
        proxy = try LoopbackProxy(to: gatewayPort) { direction, port in
            guard direction == .toClient else { return { _, _ in } }
            let addresses = [gatewayPort, port].map { Array("127.0.0.1:\($0)".utf8) }
            var isWebSocket: Bool?
            return { buffer, count in
                let isFrames = isWebSocket ?? buffer[..<count].starts(with: "HTTP/1.1 101".utf8)
                isWebSocket = isFrames
                if isFrames {
                    Self.replaceAsker(in: &buffer, count, by: person)
                } else {
                    buffer.replace(addresses[0], with: addresses[1], in: count)
                }
            }
        }
        guard "\(gatewayPort)".utf8.count == "\(port)".utf8.count else { throw Failure.differentPorts }
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

    private static func replaceAsker(in buffer: inout [UInt8], _ count: Int, by person: () -> Int) {
        var name = Self.askerName
        var place = 0
        while place < count {
            if buffer.isFound(Self.asker, at: place, in: count) {
                let person = person()
                name = Self.name(ofPerson: person)
                let id = Self.varint(Self.id(ofPerson: person).rawValue)
                buffer.replaceSubrange(place..<place + id.count, with: id)
                place += id.count
            } else if buffer.isFound(Self.askerName, at: place, in: count) {
                buffer.replaceSubrange(place..<place + name.count, with: name)
                place += name.count
            } else {
                place += 1
            }
        }
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
