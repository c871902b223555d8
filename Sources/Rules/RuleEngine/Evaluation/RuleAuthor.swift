/// The author name under which a rule's requests, jobs and state are stored: `rule:greeting`.
enum RuleAuthor {
    private static let prefix = "rule:"

    static func name(of rule: String) -> String { prefix + rule }

    /// Returns a Boolean value that indicates whether an author is a rule.
    static func isRule(_ author: String) -> Bool { author.hasPrefix(prefix) }

    /// Returns the id of the rule that an author name belongs to.
    static func rule(of author: String) -> String { String(author.dropFirst(prefix.count)) }
}
