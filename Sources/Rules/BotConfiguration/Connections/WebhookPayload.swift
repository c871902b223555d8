package import ChatModel
package import Foundation

/// The JSON that a rule posts to a webhook channel instead of a message. It is stored in the content of a message without text.
package struct WebhookPayload: Hashable, Sendable {
    /// The complete body, in the form of Standard Webhooks: `type`, `timestamp` and `data`.
    package let body: JSONValue

    package static let maxTypeLength = 64
    /// The maximum size of the body in UTF-8: the minimum that receivers of Standard Webhooks accept, with a margin.
    package static let maxBytes = 16 << 10

    private static let key = "webhook"
    /// The prefixes of event types that report messages and reactions of a channel; a rule's own event must not use them.
    package static let reserved = ["message.", "reaction."]

    package init(_ type: String, at date: Date, data: JSONValue) {
        body = ["type": .string(type), "timestamp": .string(date.formatted(.iso8601)), "data": data]
    }

    /// Extracts the payload of a content; nil for an ordinary message.
    package init?(_ content: Content) {
        guard let body = content.extras[Self.key] else { return nil }
        self.body = body
    }

    package var content: Content { Content("", extras: [Self.key: body]) }

    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(body))
        } catch {
            preconditionFailure("JSON values can be encoded: \(error)")
        }
    }

    /// Returns whether a text is a valid event type: words of letters, digits and `_`, joined by points.
    package static func isType(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= maxTypeLength
            && words.allSatisfy { word in
                !word.isEmpty
                    && word.utf8.allSatisfy {
                        (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
                    }
            }
    }
}
