import BotConfig

/// `set_level: calm | raised | raid`: sets the alert level of the clan, which rules read with `level`.
struct SetLevelAction: ParsableAction {
    static let name = "set_level"

    private let level: AlertLevel

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        guard let level = word.argument(compilation.findings)?.choice(AlertLevel.self, "a level", compilation.findings) else {
            return nil
        }
        self.level = level
    }

    func perform(_ scene: inout ActionContext) {
        var memo = StateEntry(at: scene.facts.now)
        memo.text = level.rawValue
        scene.change(AlertLevel.key(scene.facts), .set(memo))
    }
}
