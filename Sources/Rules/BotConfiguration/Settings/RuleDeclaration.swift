/// A rule as written. The rule compiler interprets its keys.
package struct RuleDeclaration: Hashable, Sendable {
    package var node: ConfigNode
    package var position: SourcePosition { node.position }
}
