import Foundation

/// The HTTP endpoint of a gateway: scheme, host, port and, behind a proxy, a path prefix.
package struct GatewayEndpoint: Hashable, Sendable, CustomStringConvertible {
    package var isSecure: Bool
    package var host: String
    package var port: Int
    /// The path prefix; empty, or with a leading slash and without a trailing one.
    package var path: String

    package init(isSecure: Bool = true, host: String, port: Int? = nil, path: String = "") {
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? Self.defaultPort(isSecure: isSecure)
        self.path = path
    }

    /// Parses `gw.mezon.ai`, `host:port` and `http://127.0.0.1:1234`; TLS is the default without a scheme.
    ///
    /// `nil` for anything that is not an address of a web server, and for one with a user name, a password or a query.
    package init?(_ text: String) { self.init(text, isSecureByDefault: true) }

    init?(_ text: String, isSecureByDefault: Bool) {
        let full = text.contains("://") ? text : (isSecureByDefault ? "https://" : "http://") + text
        guard let parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(), let host = parts.host,
            !host.isEmpty, parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        switch scheme {
        case "http", "ws": isSecure = false
        case "https", "wss": isSecure = true
        default: return nil
        }
        let port = parts.port ?? Self.defaultPort(isSecure: isSecure)
        guard (1...65535).contains(port) else { return nil }
        self.host = host
        self.port = port
        path = String(parts.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
    }

    package var description: String { "\(isSecure ? "https" : "http")://\(authority)\(path)" }

    /// The endpoint as a WebSocket URL.
    package var socketURL: String { "\(isSecure ? "wss" : "ws")://\(authority)\(path)" }

    private var authority: String { port == Self.defaultPort(isSecure: isSecure) ? host : "\(host):\(port)" }

    private static func defaultPort(isSecure: Bool) -> Int { isSecure ? 443 : 80 }
}
