package import ChatModel
import Foundation

/// A decoded request body: JSON in any supported encoding, or text.
package enum WebhookBody: Hashable, Sendable {
    case json(JSONValue)
    case text(String)

    /// Decodes a body.
    ///
    /// - Parameter contentType: The media type; a body without one must be JSON.
    package init(_ bytes: [UInt8], contentType: String?) throws(WebhookBodyError) {
        let kind = try Self.kind(of: contentType)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        switch kind {
        case .json: self = .json(try Self.json(text))
        case .form: self = .json(try Self.json(try Self.payload(of: text)))
        case .plain: self = .text(text)
        }
    }

    /// Returns a Boolean value that indicates whether bodies of a media type are supported.
    static func reads(contentType: String?) -> Bool {
        do {
            _ = try kind(of: contentType)
            return true
        } catch {
            return false
        }
    }

    private enum Kind { case json, form, plain }

    private static func kind(of contentType: String?) throws(WebhookBodyError) -> Kind {
        guard let contentType else { return .json }
        let parts = contentType.lowercased().split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
        if let charset, !["charset=utf-8", "charset=\"utf-8\"", "charset=us-ascii"].contains(charset) { throw .unknownType }
        guard let type = parts.first else { throw .unknownType }
        switch type {
        case "application/json": return .json
        case "application/x-www-form-urlencoded": return .form
        case "text/plain": return .plain
        default:
            guard type.hasPrefix("application/"), type.hasSuffix("+json") else { throw .unknownType }
            return .json
        }
    }

    private static func json(_ text: String) throws(WebhookBodyError) -> JSONValue {
        guard let value = JSONReader.value(of: text) else { throw .notJSON }
        return value
    }

    /// Returns the JSON in a form's `payload` field, which older senders use.
    private static func payload(of form: String) throws(WebhookBodyError) -> String {
        let field = form.split(separator: "&").first { $0.hasPrefix("payload=") }
        guard let field, let payload = String(field.dropFirst(8)).replacing("+", with: " ").removingPercentEncoding else {
            throw .notJSON
        }
        return payload
    }
}

/// The reason why a body cannot be decoded.
package enum WebhookBodyError: Error, Hashable, CustomStringConvertible {
    case unknownType
    case notText
    case notJSON

    package var description: String {
        switch self {
        case .unknownType:
            "the content type is not supported; send application/json, a form with a payload, or text/plain, in UTF-8"
        case .notText: "the body is not UTF-8"
        case .notJSON: "the body is not JSON"
        }
    }
}
