import BotConfiguration
import ChatModel

/// A field of a condition that must hold together with others, as written: `length: "> 5"` of `text`.
struct ConditionField {
    let condition: String
    let name: String
    let position: SourcePosition
    let node: ConfigNode
    /// The fields that decide of which quantity the condition speaks.
    private let subject: [JSONValue?]

    /// The name in messages: `text.length`.
    var path: String { "\(condition).\(name)" }

    private static let subjects = [
        "text": ["read", "ignore"], "counter": ["name", "scope"], "var": ["name", "scope"], "time": ["tz"],
    ]

    /// Returns the fields of conditions that must all hold.
    static func fields(of parts: [ConfigNode]) -> [ConditionField] {
        parts.flatMap { part -> [ConditionField] in
            guard let entry = part.onlyEntry, case .map(let fields) = entry.value.kind else { return [] }
            let subject = (subjects[entry.key] ?? []).map { entry.value.child($0)?.json }
            return fields.map {
                ConditionField(
                    condition: entry.key, name: $0.key, position: $0.keyPosition, node: $0.value, subject: subject)
            }
        }
    }

    /// Returns whether both speak of the same quantity.
    func isAbout(_ other: ConditionField) -> Bool { condition == other.condition && subject == other.subject }

    /// The values of a list of texts, or of a single one; `nil` for others.
    var values: [String]? {
        let texts = node.listItems.compactMap(\.scalarText)
        return texts.isEmpty || texts.count < node.listItems.count ? nil : texts
    }

    /// The kind of quantity that the field compares; `nil` if it compares none.
    var comparisonKind: Comparison.Kind? { Self.kinds[path] }

    /// The comparison; `nil` if the field is none.
    var comparison: Comparison? { comparisonKind.flatMap { Comparison(node, $0, DiagnosticCollector()) } }

    private static let kinds: [String: Comparison.Kind] = [
        "text.length": .count, "text.lines": .count, "author.member_for": .duration, "author.messages_seen": .count,
        "target.member_for": .duration, "target.messages_seen": .count, "reply.member_for": .duration,
        "reply.messages_seen": .count, "reply.age": .duration, "emoji.count": .count, "caps.ratio": .ratio,
        "repeat_chars.run": .count, "attachments.count": .count, "mentions.users": .count, "mentions.unique_users": .count,
        "mentions.roles": .count, "counter.value": .count, "counter.distinct": .count,
    ]
}
