package import Foundation
package import MezonModel

/// What a rule posts to a channel of webhooks: JSON of its own, in place of something said there. It travels within the content of a
/// message without text.
package struct WebhookPayload: Hashable, Sendable {
    /// The whole body, as Standard Webhooks have it: `type`, `timestamp` and `data`.
    package let body: JSONValue

    package static let longestType = 64
    /// Of the body in UTF-8: what receivers of Standard Webhooks take at least, with room to spare.
    package static let mostBytes = 16 << 10

    private static let key = "webhook"
    /// What is said in a channel, and what becomes of it, is told by these: a rule's own is never taken for it.
    package static let reserved = ["message.", "reaction."]

    package init(_ type: String, at moment: Date, data: JSONValue) {
        body = ["type": .string(type), "timestamp": .string(moment.formatted(.iso8601)), "data": data]
    }

    /// Nil for a message.
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
            preconditionFailure("JSON can be written as JSON: \(error)")
        }
    }

    /// Whether an event may be called so: words of letters, digits and `_`, joined by points.
    package static func isType(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= longestType
            && words.allSatisfy { word in
                !word.isEmpty
                    && word.utf8.allSatisfy {
                        (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
                    }
            }
    }
}
