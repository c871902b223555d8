import BotConfiguration
import ChatModel

/// `repeat: { times: 3, every: 10m, until: …, then: […] }`: performs actions several times, with a wait between, until a condition
/// holds.
struct RepeatAction: CompositeAction {
    static let name = "repeat"

    private let times: Int
    let until: ConditionExpression?
    private let then: [any RuleAction]
    /// The actions from the second time on: they begin with the wait.
    private let again: [any RuleAction]

    private static let limits = 2...100

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'repeat'", diagnostics) else {
            return nil
        }
        let times = map.require("times", "The number of times, for example 3.")?.wholeNumber(in: Self.limits, diagnostics)
        let every = map.take("every", "The time between them, for example `10m`; without it, all at once.")
        let wait = every.flatMap { WaitAction(every: $0, in: keyword, compilation) }
        until = map.take("until", "A condition that ends it, evaluated before each time.").flatMap {
            ConditionExpression($0, compilation)
        }
        if compilation.isRepeated {
            diagnostics.error(
                "nested-repeat", "a repetition cannot contain another one", at: keyword.position,
                suggestion: "multiply the numbers of times, or let a signal trigger a rule that repeats")
        }
        var repeated = compilation
        repeated.isRepeated = true
        then = map.require("then", "The actions.").map { repeated.actions($0) } ?? []
        map.finish()
        guard diagnostics.errors == before, let times else { return nil }
        self.times = times
        again = (wait.map { [$0] } ?? []) + then
    }

    var inner: [any RuleAction] { then }

    /// Returns the actions of one time, named by its number.
    func branch(_ name: String) -> [any RuleAction]? {
        guard let time = Int(name), (1...times).contains(time) else { return nil }
        return time == 1 ? then : again
    }

    func perform(_ context: inout ActionContext) { perform(from: 1, &context) }

    func goOn(after branch: String, _ context: inout ActionContext) {
        if let time = Int(branch) { perform(from: time + 1, &context) }
    }

    private func perform(from first: Int, _ context: inout ActionContext) {
        for time in first...max(first, times) where time <= times {
            guard context.stop == nil, !context.isWaiting else { return }
            if case .holds(let reason)? = until?.decide(context.facts) {
                return context.remark("repeated \(time - 1) times, until \(reason.sentence)")
            }
            context.nest(time == 1 ? then : again, as: "\(time)")
        }
    }
}
