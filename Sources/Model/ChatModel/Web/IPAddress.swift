import Foundation

/// An IPv4 or IPv6 address, in 4 or 16 bytes.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The network to which an address belongs.
    package enum Scope: Hashable, Sendable {
        /// The public Internet.
        case publicNetwork
        /// This machine, or a private network.
        case privateNetwork
        /// Addresses to which no request may be sent: unspecified, multicast and broadcast addresses, and cloud metadata
        /// services.
        case forbidden
    }

    package let bytes: [UInt8]

    /// Creates an address; `nil` for anything but 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses `192.0.2.1` and `2001:db8::1`. Other notations that some resolvers accept (`127.1`, `0x7f000001`) are rejected.
    package init?(_ text: String) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let length = socklen_t(text.count)
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, length) != nil else { return "\(bytes)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package var scope: Scope { bytes.count == 4 ? Self.side(ofFour: bytes) : sideOfSixteen }

    private static func side(ofFour bytes: [UInt8]) -> Scope {
        let isForbidden = forbidden.contains { $0.contains(bytes) } || bytes == [100, 100, 100, 200]  // Alibaba's metadata.
        return isForbidden ? .forbidden : inside.contains { $0.contains(bytes) } ? .privateNetwork : .publicNetwork
    }

    private var sideOfSixteen: Scope {
        // An IPv6 address with an embedded IPv4 address belongs to the network of that address.
        if let prefix = Self.carriers.first(where: { $0.contains(bytes) }) {
            let start = prefix.bits / 8
            let carried = Self.side(ofFour: Array(bytes[start..<(start + 4)]))
            // Only NAT64 addresses are reached as such; the other forms are attempts to bypass this check.
            return carried == .publicNetwork && prefix != Self.translated ? .privateNetwork : carried
        }
        if Self.forbiddenOfSixteen.contains(where: { $0.contains(bytes) }) { return .forbidden }
        let isGlobal = bytes[0] & 0xE0 == 0x20 && !Self.insideOfSixteen.contains { $0.contains(bytes) }
        return isGlobal ? .publicNetwork : .privateNetwork
    }

    /// A prefix: all addresses that begin with the same bits.
    private struct Block: Equatable {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], _ bits: Int) {
            self.start = start
            self.bits = bits
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            for (index, byte) in start.enumerated() {
                let rest = bits - index * 8
                guard rest > 0 else { return true }
                let mask: UInt8 = rest >= 8 ? 0xFF : ~(0xFF >> rest)
                guard byte & mask == bytes[index] & mask else { return false }
            }
            return true
        }
    }

    // The private ranges, from IANA's registries of special-purpose addresses.
    private static let inside: [Block] = [
        Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([172, 16], 12), Block([192, 0, 0], 24),
        Block([192, 0, 2], 24), Block([192, 88, 99], 24), Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24),
        Block([203, 0, 113], 24),
    ]
    /// The ranges for this network, link-local with every cloud's metadata, multicast, reserved and broadcast addresses.
    private static let forbidden: [Block] = [Block([0], 8), Block([169, 254], 16), Block([224], 4), Block([240], 4)]

    private static let translated = Block([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    private static let carriers: [Block] = [
        translated, Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96), Block([0x20, 0x02], 16),
    ]
    private static let insideOfSixteen: [Block] = [
        Block([0x20, 0x01, 0], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x3F, 0xFF, 0], 20),
    ]
    /// The unspecified address, link-local and multicast ranges, and Amazon's metadata.
    private static let forbiddenOfSixteen: [Block] = [
        Block([UInt8](repeating: 0, count: 16), 128), Block([0xFE, 0x80], 10), Block([0xFF], 8),
        Block([0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128),
    ]
}
