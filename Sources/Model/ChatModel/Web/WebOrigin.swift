/// A scheme, a host and a port: the unit in which an operator allows a bot to read.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// A host name in lower case, or an address without brackets.
    package let host: String
    package let port: Int

    /// Creates an origin; `nil` for a host that is neither a name of letters, digits and dashes nor an address in standard
    /// notation.
    package init?(isSecure: Bool, host: String, port: Int? = nil) {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let isAddress = IPAddress(bare).map { ($0.bytes.count == 16) == (bare != host) } ?? false
        guard isAddress || bare == host && Self.isName(host) else { return nil }
        let port = port ?? Self.defaultPort(isSecure)
        guard (1...65535).contains(port) else { return nil }
        self.isSecure = isSecure
        self.host = bare.lowercased()
        self.port = port
    }

    /// Parses `api.example.org`, which means https, and `http://127.0.0.1:8080`; `nil` if the text contains anything else.
    package init?(_ text: String) {
        var rest = Substring(text)
        var isSecure = true
        if let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) {
            isSecure = scheme == "https://"
            rest = rest.dropFirst(scheme.count)
        }
        var port: Int?
        let isBracketed = rest.hasPrefix("[")
        if let colon = rest.lastIndex(of: ":"), !isBracketed || rest[..<colon].hasSuffix("]") {
            let digits = rest[rest.index(after: colon)...]
            guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
            port = Int(digits)
            rest = rest[..<colon]
        }
        self.init(isSecure: isSecure, host: String(rest), port: port)
    }

    /// The host as an address; nil if it is a name.
    package var address: IPAddress? { IPAddress(host) }

    package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The host, followed by the port if it is not the default one.
    package var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == Self.defaultPort(isSecure) ? host : "\(host):\(port)"
    }

    private static func defaultPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }

    private static func isName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // Some resolvers read a name whose last label is a number as an address: `127.1`, `2130706433`, `0x7f000001`.
        guard text.utf8.count <= 253, let last = labels.last, let first = last.first, !(48...57).contains(first) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != 45 && label.last != 45
                && label.allSatisfy { byte in
                    (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
                }
        }
    }
}
