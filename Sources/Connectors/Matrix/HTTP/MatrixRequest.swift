package import ChatModel
import Foundation

/// A request to a Matrix server.
package struct MatrixRequest: Sendable {
    var method: String
    /// The components of the path behind `/_matrix/client/v3/`, unescaped.
    var path: [String]
    var query: [(String, String)] = []
    var body: JSONValue?
    /// The secret in the body, which is removed from error texts even if the server echoes it.
    var secret: Secret?
    /// The maximum size of the response in bytes.
    var maxResponseBytes = 1 << 20
    /// The time limit, from the start of the request to the last byte of the response.
    var timeout = Duration.seconds(30)

    package init(
        _ method: String, _ path: [String], query: [(String, String)] = [], body: JSONValue? = nil,
        maxResponseBytes: Int = 1 << 20,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.maxResponseBytes = maxResponseBytes
        self.timeout = timeout
    }

    var target: String {
        let path = path.map(Self.escaped).joined(separator: "/")
        let query = query.map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }.joined(separator: "&")
        return "/_matrix/client/v3/\(path)" + (query.isEmpty ? "" : "?\(query)")
    }

    var bytes: [UInt8] { body.map(Self.bytes) ?? [] }

    static func bytes(_ value: JSONValue) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A JSONValue can always be encoded as JSON.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }

    static func text(_ value: JSONValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }
}
