import Foundation

/// Where a gateway answers HTTP: scheme, host, port and, behind a proxy, a path in front of everything.
package struct GatewayEndpoint: Hashable, Sendable, CustomStringConvertible {
    package var isSecure: Bool
    package var host: String
    package var port: Int
    /// Empty, or a path that starts with a slash and does not end with one.
    package var path: String

    package init(isSecure: Bool = true, host: String, port: Int? = nil, path: String = "") {
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? Self.defaultPort(isSecure: isSecure)
        self.path = path
    }

    /// Reads `gw.mezon.ai`, `host:port` and `http://127.0.0.1:1234`; TLS is meant where no scheme is written.
    ///
    /// `nil` for anything that is not an address of a web server, and for one that carries a name, a password or a query.
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

    /// The same place as a WebSocket address.
    package var socketURL: String { "\(isSecure ? "wss" : "ws")://\(authority)\(path)" }

    private var authority: String { port == Self.defaultPort(isSecure: isSecure) ? host : "\(host):\(port)" }

    private static func defaultPort(isSecure: Bool) -> Int { isSecure ? 443 : 80 }
}
