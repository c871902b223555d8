public import Foundation

/// The body of a web request.
public struct WebBody: Hashable, Sendable {
    /// The media type: `application/json`.
    public var type: String
    /// The content.
    public var bytes: Data

    /// Creates a body of a media type.
    public init(_ bytes: Data, type: String) {
        self.bytes = bytes
        self.type = type
    }

    /// Creates a JSON body from a value.
    ///
    /// - Throws: An encoding error if the value cannot be written as JSON.
    public static func json(_ value: some Encodable) throws -> WebBody {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return WebBody(try encoder.encode(value), type: "application/json")
    }

    /// Creates the body of an HTML form without files.
    public static func form(_ fields: KeyValuePairs<String, String>) -> WebBody {
        let text = fields.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
        return WebBody(Data(text.utf8), type: "application/x-www-form-urlencoded")
    }

    /// Creates the body of an HTML form that may contain files.
    public static func multipart(_ fields: [Field]) -> WebBody {
        var boundary = "mezon-bot-form"
        while fields.contains(where: { $0.content.range(of: Data("--\(boundary)".utf8)) != nil }) { boundary += "-x" }
        var bytes = Data()
        for field in fields {
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(field.name))\""
            if let file = field.fileName { head += "; filename=\"\(quoted(file))\"" }
            if let type = field.type { head += "\r\nContent-Type: \(type.filter { !$0.isNewline })" }
            bytes += Data("\(head)\r\n\r\n".utf8) + field.content + Data("\r\n".utf8)
        }
        bytes += Data("--\(boundary)--\r\n".utf8)
        return WebBody(bytes, type: "multipart/form-data; boundary=\(boundary)")
    }

    /// A field of a form.
    public struct Field: Hashable, Sendable {
        let name: String
        let content: Data
        let fileName: String?
        let type: String?

        /// Creates a text field.
        public init(_ name: String, _ text: String) {
            (self.name, content, fileName, type) = (name, Data(text.utf8), nil, nil)
        }

        /// Creates a field with a file.
        public init(_ name: String, file fileName: String, type: String, _ content: Data) {
            (self.name, self.content, self.fileName, self.type) = (name, content, fileName, type)
        }
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Returns a text for a quoted parameter, escaped as browsers do.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension WebBody: Codable {
    private enum CodingKeys: String, CodingKey { case type, text, base64 }

    /// Encodes the body. UTF-8 is stored as text, any other content as Base64.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(type, forKey: .type)
        if let text = String(data: bytes, encoding: .utf8), Data(text.utf8) == bytes {
            try values.encode(text, forKey: .text)
        } else {
            try values.encode(bytes, forKey: .base64)
        }
    }

    /// Decodes a stored body.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decodeIfPresent(String.self, forKey: .text)
        self.init(
            try text.map { Data($0.utf8) } ?? values.decode(Data.self, forKey: .base64),
            type: try values.decode(String.self, forKey: .type))
    }
}
