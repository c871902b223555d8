package import ChatModel

/// The JSON of a received webhook, of which rules read single values. It is stored with the message, without what exceeds its bounds.
package struct WebhookData: Hashable, Sendable {
    package let value: JSONValue

    private static let key = "webhook_data"
    private static let maxDepth = 8
    private static let maxItems = 50  // Of a list.
    private static let maxMembers = 200  // Of an object.
    private static let maxScalars = 2000  // Of a text.
    private static let maxBytes = 32 << 10

    /// Reduces a body to what is stored: as many levels as fit, and the first items and members of each.
    package init(_ body: JSONValue) {
        var depth = Self.maxDepth
        var budget = Self.maxBytes
        var value = Self.reduced(body, depth: depth, &budget)
        while budget < 0, depth > 1 {
            depth -= 1
            budget = Self.maxBytes
            value = Self.reduced(body, depth: depth, &budget)
        }
        self.value = value ?? .null
    }

    /// Extracts the data of a message. Only connectors write it: a user of Mezon may put anything into a content.
    package init?(_ message: Message) {
        guard message.channel.isExternal, let value = message.content.extras[Self.key] else { return nil }
        self.value = value
    }

    package func store(in content: inout Content) { content.extras[Self.key] = value }

    private static func reduced(_ value: JSONValue, depth: Int, _ budget: inout Int) -> JSONValue? {
        guard budget >= 0 else { return nil }
        budget -= 8
        switch value {
        case .null, .bool, .integer, .number: return value
        case .string(let text):
            let scalars = text.unicodeScalars.prefix(maxScalars)
            let kept = scalars.endIndex == text.endIndex ? text : String(scalars) + "…"
            budget -= kept.utf8.count
            return budget < 0 ? nil : .string(kept)
        case .array(let items):
            guard depth > 0 else { return nil }
            return .array(items.prefix(maxItems).compactMap { reduced($0, depth: depth - 1, &budget) })
        case .object(let members):
            guard depth > 0 else { return nil }
            var kept: [String: JSONValue] = [:]
            for (key, member) in members.sorted(by: { $0.key < $1.key }).prefix(maxMembers) {
                budget -= key.utf8.count
                kept[key] = reduced(member, depth: depth - 1, &budget)
            }
            return .object(kept)
        }
    }
}
