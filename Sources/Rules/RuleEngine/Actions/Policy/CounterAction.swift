import BotConfiguration

/// `counter: { add | set | reset: { name, scope, by | value, distinct } }`: changes a counter.
struct CounterAction: ParsableAction {
    static let name = "counter"

    private enum Operation: Sendable {
        case add(Int)
        /// Counts each value of the template once.
        case addOnce(Template)
        case set(Int)
        case reset
    }

    private let counter: String
    private let scope: SubjectScope
    private let operation: Operation
    private let decay: CounterDecay?

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics),
            let verb = KeywordNode(argument, ["add", "set", "reset"], "a counter operation", diagnostics),
            let fields = verb.argument(diagnostics), var map = MapReader(fields, "'\(verb.name)'", diagnostics)
        else { return nil }
        let before = diagnostics.errors
        let name = map.require("name", "The counter.")?.text(diagnostics)
        let scope = map.take("scope", "The scope: user, channel, clan, rule, or a sum (default: the ladder's, or user@clan).").map
        {
            SubjectScope($0, diagnostics)
        }
        switch verb.name {
        case "add":
            let by = map.take("by", "The amount (default: 1); a negative number subtracts.")?.wholeNumber(
                in: -1_000_000...1_000_000, diagnostics)
            let distinct = map.take("distinct", "A template whose values are each counted once, for example {{ target.id }}.")
            if let by, let distinct, by != 1 {
                diagnostics.error("contradiction", "a distinct count cannot use by: \(by)", at: distinct.position)
            }
            operation = distinct.flatMap { Template($0, compilation) }.map { .addOnce($0) } ?? .add(by ?? 1)
        case "set":
            operation = .set(map.require("value", "The new value.")?.wholeNumber(in: 0...1_000_000_000, diagnostics) ?? 0)
        default: operation = .reset
        }
        map.finish()
        guard diagnostics.errors == before, let name, let scope = scope ?? compilation.scope(ofCounter: name) else { return nil }
        compilation.note(counter: name, of: scope)
        counter = name
        self.scope = scope
        decay = compilation.decay(ofCounter: name)
    }

    func perform(_ context: inout ActionContext) {
        let now = context.facts.now
        let change: RuleState.Change
        switch operation {
        case .add(let amount): change = .add(amount, decay: decay, at: now)
        case .addOnce(let value):
            let thing = value.text(context)
            guard !thing.isEmpty else { return context.remark("nothing to count") }
            change = .addOnce(HashedValue.hash(thing), at: now)
        case .set(let value):
            var entry = StateEntry(at: now)
            entry.count = value
            change = .set(entry)
        case .reset: change = .forget
        }
        let moved = context.count(counter, of: scope, change, decay: decay)
        switch operation {
        case .add, .addOnce: context.remark("\(counter) \(moved.after)")
        // For `set` and `reset` the trace also shows the previous count, on which the decision was based.
        case .set, .reset: context.remark("\(counter) \(moved.before) → \(moved.after)")
        }
    }
}
