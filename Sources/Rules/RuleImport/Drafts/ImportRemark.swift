/// A remark about what an import changed or left out, written beside the rule.
package struct ImportRemark: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Something that decides or acts is missing, so the rule is incomplete.
        case gap
        /// Something is done in the way of a chat; nothing is missing.
        case adaptation
    }

    package var kind: Kind
    /// The key of the original.
    package var key: String
    /// The reason, for counting: the same for all rules with the same difference.
    package var reason: String
    /// The text to write instead, if there is one.
    package var instead: String?
    /// A Boolean value that indicates whether a condition is missing, so that the rule would apply to more than the original.
    var isWidening = false

    static func gap(_ key: String, _ reason: String, instead: String? = nil) -> ImportRemark {
        ImportRemark(kind: .gap, key: key, reason: reason, instead: instead)
    }

    /// Creates the remark for a condition that is missing.
    static func missingCondition(_ key: String, _ reason: String, instead: String? = nil) -> ImportRemark {
        ImportRemark(kind: .gap, key: key, reason: reason, instead: instead, isWidening: true)
    }

    static func adaptation(_ key: String, _ reason: String) -> ImportRemark {
        ImportRemark(kind: .adaptation, key: key, reason: reason)
    }

    /// The sentence of the comment.
    var sentence: String { "'\(key.prefix(80))': \(reason)\(instead.map { "; instead: \($0)" } ?? "")" }
}
