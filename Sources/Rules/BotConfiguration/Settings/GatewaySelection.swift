/// The gateway that the bot logs in to.
package enum GatewaySelection: Hashable, Sendable {
    /// None is named, and there are no credentials for Mezon's. Such a configuration can be checked and tested, but not run.
    case unset
    /// The gateway inside this process, for development and tests.
    case local
    case remote(host: String, port: Int, isSecure: Bool)

    /// Mezon's own gateway.
    package static let mezon = GatewaySelection.remote(host: "gw.mezon.ai", port: 443, isSecure: true)

    /// A Boolean value that indicates whether the gateway is reached with TLS.
    package var isSecure: Bool { if case .remote(_, _, let isSecure) = self { isSecure } else { false } }

    /// Parses `local`, `host[:port]` or `http(s)://host[:port]`; `nil` for anything else. Without a scheme the connection is
    /// secure.
    package init?(_ text: String) {
        if text == "local" {
            self = .local
            return
        }
        var rest = Substring(text)
        var isSecure = true
        if let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) {
            isSecure = scheme == "https://"
            rest = rest.dropFirst(scheme.count)
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, GatewaySelection.isHost(host), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self = .remote(host: String(host), port: isSecure ? 443 : 80, isSecure: isSecure)
            return
        }
        guard let port = UInt16(parts[1]), port > 0 else { return nil }
        self = .remote(host: String(host), port: Int(port), isSecure: isSecure)
    }

    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 253 && text.first != "-" && text.first != "."
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 46
            }
    }
}
