import BotConfig

/// `stop: rule`, `stop: stage` or `stop: all`: ends the rule, its stage, or the handling of the event.
struct StopAction: ParsableAction {
    static let name = "stop"

    /// The extent of what is skipped.
    enum Extent: String, Hashable, Sendable, CaseIterable {
        /// The actions after this one.
        case rule
        /// The rules after this one in its stage.
        case stage
        /// All rules and bots after this one.
        case all
    }

    private let reach: Extent

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.rejectInQuestion(word)
        guard let reach = word.argument(compilation.findings)?.choice(Extent.self, "a stop scope", compilation.findings) else {
            return nil
        }
        if compilation.hasWaited, reach != .rule {
            compilation.findings.error(
                "too-late", "other rules and bots have already handled the event after a wait", at: word.place,
                suggestion: "put it before 'wait', or write stop: rule")
            return nil
        }
        self.reach = reach
    }

    func perform(_ scene: inout ActionContext) { scene.stop = reach }
}
