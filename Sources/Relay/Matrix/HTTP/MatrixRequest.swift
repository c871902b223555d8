import Foundation
package import MezonModel

/// One request to a server of Matrix.
package struct MatrixRequest: Sendable {
    var method: String
    /// Behind `/_matrix/client/v3/`, part by part, as they are.
    var path: [String]
    var query: [(String, String)] = []
    var body: JSONValue?
    /// What of the body nobody is to be shown, even where the server says it back.
    var secret: Secret?
    /// Bytes of the answer.
    var most = 1 << 20
    /// From its beginning to the last byte of the answer.
    var timeout = Duration.seconds(30)

    package init(
        _ method: String, _ path: [String], query: [(String, String)] = [], body: JSONValue? = nil, most: Int = 1 << 20,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.most = most
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
        // A JSONValue holds nothing that JSON cannot.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }

    static func text(_ value: JSONValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }
}
