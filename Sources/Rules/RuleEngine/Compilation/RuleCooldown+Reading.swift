import BotConfiguration

extension RuleCooldown {
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'cooldown'", diagnostics) else { return nil }
        let scope =
            map.take("per", "The scope of the cooldown: user, channel, clan, rule, or a sum.").map {
                SubjectScope($0, diagnostics)
            }
            ?? .rule
        let length = map.require("for", "The duration, for example `30s`.")?.duration(diagnostics)
        let actions = map.take("while_active", "Actions performed during the cooldown.").map {
            compilation.actionList($0)
        }
        map.finish()
        guard let scope, let length else { return nil }
        self.scope = scope
        self.length = length / .seconds(1)
        whileActive = actions ?? []
    }
}
