import BotConfiguration
import ChatModel
import Foundation

/// `schedule: { in: 2h, name, per, then: […] }`: performs actions later, while the rule goes on. One with a name replaces an earlier one
/// of that name and subject, and `cancel` ends it.
struct ScheduleAction: CompositeAction {
    static let name = "schedule"
    /// The actions after it do not wait for its own.
    let isDetached = true

    private let wait: WaitAction
    private let slot: ScheduledName?
    private let then: [any RuleAction]

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'schedule'", diagnostics) else {
            return nil
        }
        let delay = map.require("in", "The time after which the actions are performed, for example `2h`.")
        let clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        slot = ScheduledName(&map, isRequired: false, compilation)
        let waits = compilation.rule.waits
        let wait = delay.flatMap { WaitAction(every: $0, on: clock, in: keyword, compilation) }
        then = map.require("then", "The actions.").map { compilation.actions($0) } ?? []
        // The actions after it do not wait.
        compilation.rule.waits = waits
        map.finish()
        guard diagnostics.errors == before, let wait else { return nil }
        self.wait = wait
    }

    var inner: [any RuleAction] { then }

    func branch(_ name: String) -> [any RuleAction]? { name == "then" ? then : nil }

    func perform(_ context: inout ActionContext) {
        if let slot { slot.end(&context) }
        let (name, due) = wait.detach(as: "then", &context)
        if let name, let due, let slot { slot.remember(name, until: due, &context) }
    }
}
