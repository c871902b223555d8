import BotConfig
import MezonModel

/// `escalate: ladder`, or `escalate: { ladder, by, reason }`: adds to the author's counter of the ladder and performs the actions
/// of the highest newly reached step, once. For a member on the last step, that step's actions are performed each time.
struct EscalateAction: ParsableAction {
    static let name = "escalate"

    private let ladder: Ladder
    private let by: Int
    private let reason: Template?

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.rejectInQuestion(word)
        guard !compilation.isOnLadder else {
            findings.error(
                "nested-ladder", "a ladder step cannot contain 'escalate'", at: word.place,
                suggestion: "use an action such as mute, kick or ask")
            return nil
        }
        guard let argument = word.argument(findings) else { return nil }
        let before = findings.errors
        var by: Int?
        var reason: Template?
        var named: ConfigNode? = argument
        if argument.isMap(findings), var map = MapReader(argument, "'escalate'", findings) {
            named = map.require("ladder", "The ladder's name.")
            by = map.take("by", "The amount to add to the counter (default: 1).")?.wholeNumber(in: 1...1000, findings)
            reason = map.take("reason", "The reason, for the cases of the ladder's steps.").flatMap { Template($0, compilation) }
            map.finish()
        }
        let settings = named.flatMap { compilation.configuration.ladders.item($0, findings) }
        guard let ladder = settings.flatMap({ Ladder($0, compilation) }), findings.errors == before else { return nil }
        self.ladder = ladder
        self.by = by ?? 1
        self.reason = reason
    }

    var isSanction: Bool { ladder.punishes }
    var isRelay: Bool { ladder.isRelay }
    var showsIn: [ChannelID] { ladder.showsIn }
    var needs: Set<PermissionRequirement> { ladder.needs }

    func perform(_ scene: inout ActionContext) {
        guard scene.canModerate(scene.facts.actor) != nil else { return }
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
