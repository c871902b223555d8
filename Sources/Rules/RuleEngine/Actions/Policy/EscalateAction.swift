import BotConfiguration
import ChatModel

/// `escalate: ladder`, or `escalate: { ladder, by, reason }`: adds to the author's counter of the ladder and performs the actions
/// of the highest newly reached step, once. For a member on the last step, that step's actions are performed each time.
struct EscalateAction: ParsableAction {
    static let name = "escalate"

    private let ladder: Ladder
    private let by: Int
    private let reason: Template?

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.rejectInQuestion(keyword)
        guard !compilation.isOnLadder else {
            diagnostics.error(
                "nested-ladder", "a ladder step cannot contain 'escalate'", at: keyword.position,
                suggestion: "use an action such as mute, kick or ask")
            return nil
        }
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let before = diagnostics.errors
        var by: Int?
        var reason: Template?
        var named: ConfigNode? = argument
        if argument.isMap(diagnostics), var map = MapReader(argument, "'escalate'", diagnostics) {
            named = map.require("ladder", "The ladder's name.")
            by = map.take("by", "The amount to add to the counter (default: 1).")?.wholeNumber(in: 1...1000, diagnostics)
            reason = map.take("reason", "The reason, for the cases of the ladder's steps.").flatMap { Template($0, compilation) }
            map.finish()
        }
        let settings = named.flatMap { compilation.configuration.ladders.item($0, diagnostics) }
        guard let ladder = settings.flatMap({ Ladder($0, compilation) }), diagnostics.errors == before else { return nil }
        self.ladder = ladder
        self.by = by ?? 1
        self.reason = reason
    }

    var isSanction: Bool { ladder.punishes }
    var isRelay: Bool { ladder.isRelay }
    var exposures: [Exposure] { ladder.exposures }
    var decidingRoles: Set<Set<RoleID>> { ladder.decidingRoles }
    var needs: Set<PermissionRequirement> { ladder.needs }

    func perform(_ context: inout ActionContext) {
        guard context.canModerate(context.facts.actor) != nil else { return }
        let now = context.facts.now
        let move = context.count(
            ladder.counter, of: ladder.scope, .add(by, decay: ladder.decay, at: now), decay: ladder.decay)
        guard let step = ladder.step(from: move.before, to: move.after) else {
            return context.remark("\(ladder.counter) \(move.after)")
        }
        context.remark("\(ladder.counter) \(move.after), the step at \(step.at)")
        let (position, cause, strike) = (context.position, context.cause, context.strike)
        context.strike = Strike(
            entry: context.facts.sequence, counter: ladder.counter, subject: context.facts.subject(ladder.scope), by: by,
            count: move.after, at: now)
        context.position = LadderPosition(ladder: ladder.name, step: step.at, count: move.after)
        if let reason { context.cause = reason.text(context) }
        context.nest(step.actions)
        (context.position, context.cause, context.strike) = (position, cause, strike)
    }
}
