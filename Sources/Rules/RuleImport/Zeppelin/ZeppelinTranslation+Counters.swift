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
        static let wordForBack: RuleNode = "over"
        /// The variable that remembers it.
        var variable: String { Slug("\(counter) \(trigger)").text }

        /// A condition that holds while the trigger has been reached and the counter is not back.
        var isReached: RuleNode { holds(Self.word) }
        /// A condition that holds once the counter has been back.
        var isOver: RuleNode { holds(Self.wordForBack) }

        private func holds(_ word: RuleNode) -> RuleNode {
            ["var": ["name": .text(variable), "scope": .word(scope), "is": word]]
        }
    }

    mutating func counter(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'counter_trigger'", diagnostics), let name = map.text("counter"),
            let trigger = map.text("trigger")
        else { return .missing(.missingCondition("counter_trigger", "a counter and a trigger are needed"), kind: .none) }
        let isReverse = map.truth("reverse") ?? false
        func unknown(_ reason: String) -> TranslatedTrigger {
            .event(["counter": ["name": .text(name), "crosses": ">= 1"]], [.missingCondition("counter_trigger", reason)])
        }
        guard let counter = guild.counters[name] else {
            return unknown("there is no counter '\(name.prefix(40))' in this file")
        }
        guard let given = counter.conditions[trigger] else {
            return unknown("the counter '\(name.prefix(40))' has no trigger '\(trigger.prefix(40))' in this file")
        }
        let texts = [given.condition, given.reverse].compactMap(\.self)
        let thresholds = texts.compactMap(CounterThreshold.init)
        guard thresholds.count == texts.count, let reached = thresholds.first else {
            let wrong = texts.first { CounterThreshold($0) == nil } ?? ""
            return unknown("'\(wrong.prefix(40))' is no comparison of a counter with a number")
        }
        let back = thresholds.count > 1 ? thresholds[1] : reached.opposite
        guard back == reached.opposite || reached.sign != .unequal && back.sign != .unequal else {
            return unknown("'!=' and a reverse condition that is not its opposite have no counterpart")
        }
        if counter.decay != nil { decaying.insert(name) }
        let node = (isReverse ? back : reached).trigger(of: name)
        guard back != reached.opposite || (isReverse ? back : reached).sign == .unequal else { return .event(node) }
        let remembered = RememberedTrigger(counter: name, trigger: trigger, reached: reached, back: back, scope: counter.scope)
        if !self.remembered.contains(remembered) { self.remembered.append(remembered) }
        if isReverse { return .event(node, when: .holds(remembered.isReached)) }
        guard reached.sign == .unequal else { return .event(node, when: .holds(.not(remembered.isReached))) }
        return .event(
            node, [.gap("counter_trigger", "'!=' also holds when a counter first changes; here it must have been equal before")],
            when: .holds(remembered.isOver))
    }

    /// Returns the rules that remember the triggers which have not been remembered so far. They are evaluated after those that ask.
    mutating func remembering(at position: SourcePosition) -> [RuleDraft] {
        let added = remembered.dropFirst(rememberedCount)
        rememberedCount = remembered.count
        return added.flatMap { item in
            [(item.reached, RememberedTrigger.word), (item.back, RememberedTrigger.wordForBack)].map { threshold, value in
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
