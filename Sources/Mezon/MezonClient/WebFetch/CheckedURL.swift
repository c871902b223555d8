package import ChatModel
import Foundation

/// A parsed and validated web address, so that the request uses exactly what was checked.
package struct CheckedURL: Equatable {
    private static let maxBytes = 4096

    package let origin: WebOrigin
    /// The request target, percent-encoded.
    package let target: String

    /// Parses an address; `nil` for anything but http and https, and for an address with a user name or password.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), let host = parts.host,
            parts.user == nil, parts.password == nil, ["http", "https"].contains(scheme),
            let origin = WebOrigin(isSecure: scheme == "https", host: host, port: parts.port)
        else { return nil }
        self.origin = origin
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        guard path.hasPrefix("/") else { return nil }
        target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// The address, assembled from its parsed components, so that no other parser can find a different host in it.
    package var url: String { origin.description + target }
}
