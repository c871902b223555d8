import BotConfiguration

extension ConditionExpression {
    private static let combinators = ["all", "any", "not", "use"]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let node = compilation.diagnostics.shared("condition", node) else { return nil }
        if node.isList(compilation.diagnostics), let items = node.list(compilation.diagnostics) {
            guard let parts = Self.parts(items, at: node.position, compilation) else { return nil }
            self = .all(parts)
            return
        }
        let diagnostics = compilation.diagnostics
        let names = Self.combinators + compilation.registry.conditionNames
        guard let keyword = KeywordNode(node, names, "a condition", code: "unknown-condition", diagnostics),
            let argument = keyword.argument(diagnostics)
        else { return nil }
        switch keyword.name {
        case "all", "any":
            guard let items = argument.list(diagnostics),
                let parts = Self.parts(items, at: argument.position, compilation)
            else { return nil }
            self = keyword.name == "all" ? .all(parts) : .any(parts)
        case "not":
            guard let part = Self.alternatives(argument, compilation) else { return nil }
            self = .not(part)
        case "use":
            guard let condition = ConditionReference(argument, compilation)?.condition() else { return nil }
            self = condition
        default:
            guard let type = compilation.registry.condition(named: keyword.name),
                let condition = type.init(argument, compilation)
            else { return nil }
            self = .condition(condition)
        }
    }

    /// Reads the argument of `not`, in which a list means any: none of its conditions may hold.
    private static func alternatives(_ node: ConfigNode, _ compilation: CompilationContext) -> ConditionExpression? {
        guard node.isList(compilation.diagnostics), let items = node.list(compilation.diagnostics) else {
            return ConditionExpression(node, compilation)
        }
        return parts(items, at: node.position, compilation).map(ConditionExpression.any)
    }

    /// Reads every part, so that all mistakes are reported. One invalid part invalidates the whole expression.
    private static func parts(_ items: [ConfigNode], at position: SourcePosition, _ compilation: CompilationContext)
        -> [ConditionExpression]?
    {
        if items.isEmpty {
            compilation.diagnostics.error(
                "missing-value", "a list of conditions needs at least one", at: position,
                suggestion: "write a condition, or remove the key")
            return nil
        }
        let parts = items.map { ConditionExpression($0, compilation) }
        let read = parts.compactMap { $0 }
        return read.count == parts.count ? read : nil
    }
}
