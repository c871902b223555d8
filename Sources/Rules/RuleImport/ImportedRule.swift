package import BotConfiguration

/// What became of one rule of the other system.
package struct ImportedRule: Hashable, Sendable {
    /// The rule's name in the other system.
    package var name: String
    package var position: SourcePosition
    /// The ids of the rules in its place. A rule may become several, for its triggers or for its overrides.
    package var ids: [String]
    package var remarks: [ImportRemark]
    /// A Boolean value that indicates whether the rule is written as a comment alone.
    package var isComment: Bool

    /// A Boolean value that indicates whether everything that decides or acts was carried over with the same meaning.
    package var isComplete: Bool { !isComment && !remarks.contains { $0.kind == .gap } }
    /// A Boolean value that indicates whether something is done in another way.
    package var isAdapted: Bool { isComplete && !remarks.isEmpty }
}
