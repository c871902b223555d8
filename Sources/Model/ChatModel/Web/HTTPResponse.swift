public import Foundation

/// The response of a web server, whatever its status. Redirects are not followed.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The headers by lower-case name; several of one name are joined by commas. Cookies are left out.
    public var headers: [String: String]
    /// The body's bytes.
    public var body: Data

    /// Creates a response; header names are converted to lower case.
    public init(status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { "\($0), \($1)" }
        self.body = body
    }

    /// Creates a response with a UTF-8 text as its body.
    public init(_ text: String, status: Int = 200, headers: [String: String] = [:]) {
        self.init(status: status, headers: headers, body: Data(text.utf8))
    }

    /// A Boolean value that indicates whether the status is 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as UTF-8; invalid bytes are replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Decodes the body as JSON.
    ///
    /// - Throws: `HTTPError.notJSON`.
    public func json<Value: Decodable>(as type: Value.Type = Value.self) throws(HTTPError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw .notJSON(error.place)
        } catch {
            throw .notJSON("\(error)")
        }
    }
}

extension HTTPResponse: Codable {
    private enum CodingKeys: String, CodingKey { case status, headers, text, base64 }

    /// Encodes the response. A UTF-8 body is stored as text to keep records readable, any other as Base64.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(status, forKey: .status)
        if !headers.isEmpty { try values.encode(headers, forKey: .headers) }
        if let text = String(data: body, encoding: .utf8), Data(text.utf8) == body {
            try values.encode(text, forKey: .text)
        } else {
            try values.encode(body, forKey: .base64)
        }
    }

    /// Decodes a recorded response.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let status = try values.decode(Int.self, forKey: .status)
        let headers = try values.decodeIfPresent([String: String].self, forKey: .headers) ?? [:]
        if let text = try values.decodeIfPresent(String.self, forKey: .text) {
            self.init(text, status: status, headers: headers)
        } else {
            self.init(status: status, headers: headers, body: try values.decode(Data.self, forKey: .base64))
        }
    }
}

extension DecodingError {
    /// The path in the JSON and the error there.
    fileprivate var place: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }
}
