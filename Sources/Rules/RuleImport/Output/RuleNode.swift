/// A value of the YAML that an import writes.
indirect enum RuleNode: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var key: String
        var value: RuleNode
    }

    /// A scalar that is written without quotes: a number, a truth value or a keyword.
    case word(String)
    case text(String)
    case list([RuleNode])
    case map([Entry])

    /// Creates a list of texts; a single one stands for itself.
    static func texts(_ texts: [String]) -> RuleNode {
        if let only = texts.first, texts.count == 1 { .text(only) } else { .list(texts.map(RuleNode.text)) }
    }

    /// Joins conditions of which all must hold; `nil` if there is none.
    static func all(_ conditions: [RuleNode]) -> RuleNode? { joined(conditions, by: "all") }

    /// Joins conditions of which one must hold; `nil` if there is none.
    static func any(_ conditions: [RuleNode]) -> RuleNode? { joined(conditions, by: "any") }

    static func not(_ condition: RuleNode) -> RuleNode { ["not": condition] }

    private static func joined(_ conditions: [RuleNode], by word: String) -> RuleNode? {
        conditions.count > 1 ? .map([Entry(key: word, value: .list(conditions))]) : conditions.first
    }
}

extension RuleNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: RuleNode...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, RuleNode)...) { self = .map(elements.map { Entry(key: $0.0, value: $0.1) }) }
}
