/// A rule as it was written. What its keys mean is the rule language's matter.
package struct RuleDeclaration: Hashable, Sendable {
    package var node: ConfigNode
    package var place: SourcePosition { node.place }
}
