import BotConfig
import MezonModel

/// `escalate: ladder`, or `escalate: { ladder, by, reason }`: adds to the ladder's counter of the author, and does what its highest newly
/// reached step says, once. Who stands on the last step gets it again each time.
struct EscalateAction: ParsableAction {
    static let name = "escalate"

    private let ladder: Ladder
    private let by: Int
    private let reason: Template?

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.refuseInQuestion(word)
        guard !compilation.isOnLadder else {
            findings.error(
                "nested-ladder", "a step of a ladder cannot climb one", at: word.place,
                suggestion: "name what is to happen: mute, kick, ask")
            return nil
        }
        guard let argument = word.argument(findings) else { return nil }
        let before = findings.errors
        var by: Int?
        var reason: Template?
        var named: ConfigNode? = argument
        if argument.isMap(findings), var map = MapReader(argument, "'escalate'", findings) {
            named = map.require("ladder", "The ladder's name.")
            by = map.take("by", "How much worse than once: 1 without it.")?.wholeNumber(in: 1...1000, findings)
            reason = map.take("reason", "Why, for the cases of its steps.").flatMap { Template($0, compilation) }
            map.finish()
        }
        let settings = named.flatMap { compilation.configuration.ladders.item($0, findings) }
        guard let ladder = settings.flatMap({ Ladder($0, compilation) }), findings.errors == before else { return nil }
        self.ladder = ladder
        self.by = by ?? 1
        self.reason = reason
    }

    var punishes: Bool { ladder.punishes }
    var relays: Bool { ladder.relays }
    var showsIn: [ChannelID] { ladder.showsIn }
    var needs: Set<PermissionRequirement> { ladder.needs }

    func perform(_ scene: inout ActionContext) {
        guard scene.mayTouch(scene.facts.actor) != nil else { return }
        let now = scene.facts.now
        let move = scene.count(
            ladder.counter, of: ladder.scope, .add(by, sinkingBy: ladder.decay, at: now), sinkingBy: ladder.decay)
        guard let step = ladder.step(from: move.before, to: move.after) else {
            return scene.remark("\(ladder.counter) \(move.after)")
        }
        scene.remark("\(ladder.counter) \(move.after), the step at \(step.at)")
        let (rung, cause, strike) = (scene.rung, scene.cause, scene.strike)
        scene.strike = Strike(
            entry: scene.facts.sequence, counter: ladder.counter, subject: scene.facts.subject(ladder.scope), by: by,
            count: move.after, at: now)
        scene.rung = LadderPosition(ladder: ladder.name, step: step.at, count: move.after)
        if let reason { scene.cause = reason.text(scene) }
        scene.nest(step.actions)
        (scene.rung, scene.cause, scene.strike) = (rung, cause, strike)
    }
}
