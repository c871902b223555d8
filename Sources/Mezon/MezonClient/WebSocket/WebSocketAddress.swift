import ChatModel
import Foundation

/// A parsed target URL.
struct WebSocketAddress: Equatable {
    var isSecure: Bool
    var host: String
    var port: Int
    /// The path in front of `/ws`; usually empty.
    var path: String

    init(isSecure: Bool, host: String, port: Int, path: String = "") {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.path = path
    }

    init?(_ url: String) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil
        else { return nil }
        switch parts.scheme?.lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: return nil
        }
        port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65535).contains(port) else { return nil }
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        path = parts.percentEncodedPath.hasSuffix("/") ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath
    }

    /// The value of the `Host` header; with the port unless it is the scheme's default.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Returns the request target with the token; it must never be logged.
    func uri(token: Secret) -> String {
        var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: Unicode.Scalar(0)..."\u{7F}"))
        unreserved.insert(charactersIn: "-._~")
        let encoded = token.reveal().addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "\(path)/ws?lang=en&status=true&token=\(encoded)&format=protobuf"
    }
}
