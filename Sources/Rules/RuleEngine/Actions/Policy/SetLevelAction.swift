import BotConfiguration

/// `set_level: calm | raised | raid`: sets the alert level of the clan, which rules read with `level`.
struct SetLevelAction: ParsableAction {
    static let name = "set_level"

    private let level: AlertLevel

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let level = keyword.argument(compilation.diagnostics)?.choice(AlertLevel.self, "a level", compilation.diagnostics)
        else {
            return nil
        }
        self.level = level
    }

    func perform(_ context: inout ActionContext) {
        var stateRecord = StateEntry(at: context.facts.now)
        stateRecord.text = level.rawValue
        context.change(AlertLevel.key(context.facts), .set(stateRecord))
    }
}
