import BotConfiguration

/// `use: name`, or `use: { name: { parameter: value } }`: a reference to a condition under `define`.
struct ConditionReference {
    private let name: String
    private let position: SourcePosition
    private let arguments: [ConfigNode.Entry]
    private let compilation: CompilationContext

    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        // The schema is recorded from a blank configuration, in which the defined names are not known.
        if compilation.diagnostics.recordReference("'use'", "parameters", for: node) { return nil }
        let names = compilation.configuration.defines.all.map(\.name)
        guard let keyword = KeywordNode(node, names, "a defined condition", code: "unknown-define", compilation.diagnostics)
        else {
            return nil
        }
        name = keyword.name
        position = keyword.position
        arguments = keyword.value?.named("the parameters of '\(keyword.name)'", compilation.diagnostics) ?? []
        self.compilation = compilation
    }

    /// Returns the referenced condition; `nil`, with diagnostics, if it cannot be resolved.
    func condition() -> ConditionExpression? {
        guard let definition = compilation.configuration.defines.item(named: name) else { return nil }
        let chain = compilation.expansion.names
        guard !chain.contains(name) else {
            let circle = (chain.drop { $0 != name } + [name]).joined(separator: " → ")
            diagnostics.error(
                "circular-define", "'\(name)' uses itself: \(circle) (\(definition.position))", at: position,
                suggestion: "write out the condition instead")
            return nil
        }
        guard !compilation.expansion.isFull else {
            diagnostics.error(
                "too-many-uses", "'\(name)' (\(definition.position)) is nested too deeply", at: position,
                suggestion: "at most \(DefinitionExpansion.maxDepth) levels and \(DefinitionExpansion.maxUses) uses are allowed")
            return nil
        }
        guard let substitution = Substitution(definition, arguments, usedAt: position, diagnostics),
            let node = substitution.substituted(to: definition.node)
        else { return nil }
        var inner = compilation
        inner.expansion = compilation.expansion.entering(name)
        return ConditionExpression(node, inner)
    }
}
