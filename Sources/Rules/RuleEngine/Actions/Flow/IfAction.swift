import BotConfiguration
import ChatModel

/// `if: { when, then, otherwise }`: performs other actions depending on a condition, which is evaluated at this point.
struct IfAction: CompositeAction {
    static let name = "if"

    let when: ConditionExpression
    let then: [any RuleAction]
    let otherwise: [any RuleAction]

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'if'", diagnostics) else { return nil }
        let when = map.require("when", "The condition.").flatMap { ConditionExpression($0, compilation) }
        var matched = compilation
        matched.detailKinds.formUnion(when?.matchKinds ?? [])
        matched.certainGroups.formUnion(when?.groups ?? [])
        let waits = compilation.rule.waits
        let then = map.require("then", "The actions to perform if the condition holds.").map { matched.actions($0) }
        // The waits of one branch do not precede the actions of the other.
        let unmatched = compilation.disregarding(waits: compilation.rule.waits - waits)
        let otherwise = map.take("otherwise", "The actions to perform otherwise.").map { unmatched.actions($0) }
        map.finish()
        guard let when, let then else { return nil }
        self.when = when
        self.then = then
        self.otherwise = otherwise ?? []
    }

    var inner: [any RuleAction] { then + otherwise }

    func branch(_ name: String) -> [any RuleAction]? {
        switch name {
        case "then": then
        case "otherwise": otherwise
        default: nil
        }
    }

    func perform(_ context: inout ActionContext) {
        switch when.decide(context.facts) {
        case .holds(let reason):
            let found = context.found
            context.found = found.merging(reason.found)
            context.remark("if \(reason.sentence)")
            context.nest(then, as: "then")
            context.found = found
        case .fails(let miss):
            context.remark("not if \(miss.sentence)")
            context.nest(otherwise, as: "otherwise")
        }
    }
}
