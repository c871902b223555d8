import BotConfiguration

extension RuleExemption {
    init(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        self.init()
        guard var map = MapReader(node, "'except'", diagnostics) else { return }
        for item in map.take("users", "Users whom the rule ignores, or lists of them.")?.list(orSingle: true, diagnostics)
            ?? []
        {
            users.formUnion(compilation.configuration.lists.users(item, diagnostics))
        }
        for item in map.take("roles", "Roles whose members the rule ignores.")?.list(orSingle: true, diagnostics) ?? [] {
            if let role = compilation.names.role(item, diagnostics) { roles.append((role, item.text(diagnostics) ?? "\(role)")) }
        }
        if let truth = map.take("bots", "Whether the rule ignores other bots (default: true).")?.truth(diagnostics) {
            bots = truth
        }
        if let own = map.take("self", "The bot's own messages reach no rule: `true`, or omitted."),
            own.truth(diagnostics) == false
        {
            diagnostics.error(
                "self-is-exempt",
                "the bot's own messages reach no rule, because rules could otherwise answer each other endlessly",
                at: own.position,
                suggestion: "write true, or remove the key")
        }
        if let node = map.take("when", "A condition for events that the rule ignores."),
            let condition = ConditionExpression(node, compilation)
        {
            when = condition
        }
        map.finish()
    }
}
