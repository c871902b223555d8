package import ChatModel
package import NIOHTTP1

/// The validation of custom request headers.
package enum RequestHeaders {
    private static let maxBytes = 4 << 10  // Of one header.

    /// Returns the default headers with the given ones.
    ///
    /// - Parameter given: The headers by name in lower case.
    package static func checked(_ given: [String: Secret]) throws(HTTPError) -> HTTPHeaders {
        var headers = HTTPHeaders([("user-agent", "mezon-bot"), ("accept", "*/*")])
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            let text = value.reveal()
            let isName = !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
            let isValue = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            guard isName, isValue, name.utf8.count + text.utf8.count <= maxBytes, !ours.contains(name) else {
                throw .badHeader(String(name.prefix(100)))
            }
            headers.replaceOrAdd(name: name, value: text)
        }
        return headers
    }

    /// Headers that belong to the connection or could disguise the origin of a request.
    private static let ours: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer", "expect",
        "proxy-authorization", "proxy-connection", "cookie", "accept-encoding", "forwarded", "x-forwarded-for",
        "x-forwarded-host",
    ]
}
