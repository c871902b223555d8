import ChatModel

/// The address on which a server of the application listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IP address, or `localhost`.
    package var host: String
    /// The port; zero for any free one.
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses an IP address and port; host names are rejected because their resolution may change.
    init?(_ node: ConfigNode, example: String, _ diagnostics: DiagnosticCollector) {
        if diagnostics.record(.pattern("^.+:[0-9]{1,5}$", example: example), for: node) { return nil }
        guard let text = node.text(diagnostics) else { return nil }
        let colon = text.lastIndex(of: ":")
        let spelt = colon.map { String(text[..<$0]) } ?? text
        let isBracketed = spelt.hasPrefix("[") && spelt.hasSuffix("]")
        let host = isBracketed ? String(spelt.dropFirst().dropLast()) : spelt
        let isHost = IPAddress(host).map { ($0.bytes.count == 16) == isBracketed } ?? (host == "localhost")
        let digits = colon.map { text[text.index(after: $0)...] } ?? ""
        guard isHost, (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = Int(digits), port <= 65_535
        else {
            diagnostics.error(
                "bad-address", "expected a numeric address and a port", at: node.position,
                suggestion: "write an address and a port, such as \(example)")
            return nil
        }
        self.init(host: host, port: port)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
