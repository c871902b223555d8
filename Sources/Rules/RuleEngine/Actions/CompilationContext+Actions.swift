import BotConfiguration

extension CompilationContext {
    /// Reads one of the rule's top-level action lists.
    func actionList(_ node: ConfigNode) -> [any RuleAction] {
        disregarding(waits: rule.waits).actions(node)
    }

    /// Reads a list of actions, or a single action.
    func actions(_ node: ConfigNode) -> [any RuleAction] {
        guard let items = node.list(orSingle: true, diagnostics) else { return [] }
        if items.isEmpty {
            diagnostics.error(
                "missing-value", "a list of actions needs at least one", at: node.position,
                suggestion: "write [reply: …], or remove the key")
        }
        return items.compactMap(action)
    }

    private func action(_ node: ConfigNode) -> (any RuleAction)? {
        guard let node = diagnostics.shared("action", node) else { return nil }
        guard let keyword = KeywordNode(node, registry.actionNames, "an action", code: "unknown-action", diagnostics) else {
            return nil
        }
        guard let type = registry.action(named: keyword.name) else { return nil }
        guard let argument = keyword.value, argument.isMap(diagnostics),
            var map = MapReader(argument, "'\(keyword.name)'", diagnostics)
        else {
            return type.init(keyword, self)
        }
        let onError = map.take("on_error", "The effect of a failure on the following actions: `continue`, `stop` or `retry`.")
            .map { OnErrorKeyword($0, diagnostics) }
        let action = type.init(keyword.without("on_error"), self)
        guard let onError else { return action }
        guard let action, let onError else { return nil }
        return GuardedAction(action: action, onError: onError.meaning)
    }
}
