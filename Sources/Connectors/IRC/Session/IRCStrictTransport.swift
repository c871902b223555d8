package import Foundation

/// A network's promise that it is reachable by TLS only (IRCv3 STS), for the host that gave it.
package struct IRCStrictTransport: Hashable, Sendable, Codable {
    package var host: String
    package var port: Int
    /// The number of seconds for which it holds, from each time it is given and from the end of each connection on which it was given.
    package var duration: Int
    package var expires: Date

    package init(host: String, port: Int, duration: Int, now: Date) {
        self.host = host
        self.port = port
        self.duration = duration
        expires = now.addingTimeInterval(TimeInterval(duration))
    }

    /// Returns the policy as renewed at a time.
    package func renewed(at now: Date) -> IRCStrictTransport {
        IRCStrictTransport(host: host, port: port, duration: duration, now: now)
    }

    package func holds(for host: String, at now: Date) -> Bool {
        host.lowercased() == self.host.lowercased() && now < expires
    }

    /// The value of a server's `sts` capability: `port=6697,duration=2592000`.
    struct Offer: Equatable {
        var port: Int?
        var duration: Int?

        private static let maximum = 10 * 366 * 86_400

        init(_ value: String) {
            for field in value.split(separator: ",") {
                let parts = field.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { continue }
                switch parts[0] {
                case "port" where (1...65_535).contains(number): port = number
                case "duration": duration = min(number, Self.maximum)
                default: continue
                }
            }
        }
    }
}
