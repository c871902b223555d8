import BotConfiguration

/// `stop: rule`, `stop: stage` or `stop: all`: ends the rule, its stage, or the handling of the event.
struct StopAction: ParsableAction {
    static let name = "stop"

    private let reach: StopExtent

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.rejectInQuestion(keyword)
        guard
            let reach = keyword.argument(compilation.diagnostics)?.choice(
                StopExtent.self, "a stop scope", compilation.diagnostics)
        else {
            return nil
        }
        if compilation.hasWaited, reach != .rule {
            compilation.diagnostics.error(
                "too-late", "other rules and bots have already handled the event after a wait", at: keyword.position,
                suggestion: "put it before 'wait', or write stop: rule")
            return nil
        }
        self.reach = reach
    }

    func perform(_ context: inout ActionContext) { context.stop = reach }
}
