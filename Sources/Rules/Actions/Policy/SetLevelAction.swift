import BotConfig

/// `set_level: calm | raised | raid`: how alarmed the clan is, for rules that ask for the `level`.
struct SetLevelAction: WordedAction {
    static let name = "set_level"

    private let level: AlertLevel

    init?(_ word: WordNode, _ compilation: Compilation) {
        guard let level = word.argument(compilation.findings)?.choice(AlertLevel.self, "a level", compilation.findings) else {
            return nil
        }
        self.level = level
    }

    func perform(_ scene: inout Scene) {
        var memo = Memo(at: scene.facts.now)
        memo.text = level.rawValue
        scene.change(AlertLevel.key(scene.facts), .set(memo))
    }
}
