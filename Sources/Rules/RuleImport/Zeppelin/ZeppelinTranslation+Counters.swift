import BotConfiguration

/// The triggers of counters. Zeppelin remembers which of them have been reached, and reports each once until the counter is back.
extension ZeppelinTranslation {
    /// A trigger whose way back is longer than its way there, so that it has to be remembered.
    struct RememberedTrigger: Hashable {
        let counter: String
        let trigger: String
        let reached: CounterThreshold
        let back: CounterThreshold
        let scope: String

        static let word: RuleNode = "reached"
        /// The variable that remembers it.
        var variable: String { Slug("\(counter) \(trigger)").text }

        /// A condition that holds while the trigger has been reached and the counter is not back.
        var isReached: RuleNode { ["var": ["name": .text(variable), "scope": .word(scope), "is": Self.word]] }
    }

    mutating func counter(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'counter_trigger'", diagnostics), let name = map.text("counter"),
            let trigger = map.text("trigger")
        else { return .missing(.missingCondition("counter_trigger", "a counter and a trigger are needed"), kind: .none) }
        let isReverse = map.truth("reverse") ?? false
        let counter = guild.counters[name]
        let conditions = counter?.conditions[trigger]
        guard let counter, let given = conditions?.condition, let reached = CounterThreshold(given) else {
            return .event(
                ["counter": ["name": .text(name), "crosses": ">= 1"]],
                [
                    .missingCondition(
                        "counter_trigger", "the counter '\(name.prefix(40))' has no trigger '\(trigger.prefix(40))' in this file")
                ])
        }
        if counter.decay != nil { decaying.insert(name) }
        let back = conditions?.reverse.flatMap(CounterThreshold.init) ?? reached.opposite
        let node = (isReverse ? back : reached).trigger(of: name)
        guard back != reached.opposite else { return .event(node) }
        let remembered = RememberedTrigger(counter: name, trigger: trigger, reached: reached, back: back, scope: counter.scope)
        if !self.remembered.contains(remembered) { self.remembered.append(remembered) }
        return .event(node, when: .holds(isReverse ? remembered.isReached : .not(remembered.isReached)))
    }

    /// Returns the rules that remember the triggers which have not been remembered so far. They are evaluated after those that ask.
    mutating func remembering(at position: SourcePosition) -> [RuleDraft] {
        let added = remembered.dropFirst(rememberedCount)
        rememberedCount = remembered.count
        return added.flatMap { item in
            [(item.reached, RememberedTrigger.word), (item.back, "over")].map { threshold, value in
                var draft = RuleDraft(name: "remember \(item.counter) \(item.trigger)", at: position)
                draft.title = "Remembers whether \(item.trigger) of \(item.counter) has been reached"
                draft.priority = -1000
                draft.triggers = [threshold.trigger(of: item.counter)]
                draft.actions = [["set": ["var": .text(item.variable), "scope": .word(item.scope), "value": value]]]
                return draft
            }
        }
    }
}
