package import BotKit
package import ChatModel
import Foundation

/// Decides found changes once more by the way that a running bot decides, on a state that was built anew each time.
package struct CounterfactualAudit {
    private let set: RuleSet
    private let lookup: DirectoryLookup
    private let history: () -> RuleEvaluator

    /// - Parameter history: Makes an evaluator with the state before the event.
    package init(_ set: RuleSet, seeing lookup: DirectoryLookup, history: @escaping () -> RuleEvaluator) {
        self.set = set
        self.lookup = lookup
        self.history = history
    }

    /// Returns what is wrong with the changes found for a rule: a set that does not turn the decision around, or a part of one that
    /// does.
    package func mistakes(in rule: String, about event: Event, _ context: EventContext) -> (found: Counterfactuals?, [String]) {
        func search() -> (result: Counterfactuals, sets: [[CounterfactualChange]])? {
            set.counterfactualSearch(of: rule, seeing: lookup) { set in
                CounterfactualWorld(event, context, by: set, in: history().state, seeing: lookup) { _ in nil }
            }
        }
        guard let (result, sets) = search() else { return (nil, []) }
        var mistakes: [String] = []
        if acts(rule, [], event, context) != result.acted { mistakes.append("\(rule): the decision itself is another") }
        for changes in sets {
            for mask in 0..<(1 << changes.count) {
                let part = changes.indices.filter { mask & (1 << $0) != 0 }.map { changes[$0] }
                let flips = acts(rule, part, event, context) != result.acted
                guard flips != (part.count == changes.count) else { continue }
                let phrase = part.map(\.phrase).joined(separator: " and ")
                mistakes.append("\(rule): \(phrase) \(flips ? "suffices as a part" : "does not suffice")")
            }
        }
        return (result, mistakes)
    }

    private func acts(_ rule: String, _ changes: [CounterfactualChange], _ event: Event, _ context: EventContext) -> Bool {
        let evaluator = history()
        let world = CounterfactualWorld(event, context, by: set, in: evaluator.state, seeing: lookup) { _ in nil }
            .changed(by: changes)
        for change in world.stateChanges { change(evaluator.state) }
        let rules = set.without(world.absentRules)
        let now = EventContext(now: world.now, me: context.me, isLate: world.isLate, sequence: context.sequence)
        var hits: [AuthorResult] = []
        for event in world.earlierEvents + [world.event] {
            guard let input = RuleInput(event, for: rules, channel: world.lookup.channel) else { continue }
            hits = evaluator.decide(input, now, by: rules, seeing: world.lookup).decision.results
        }
        return hits.contains { $0.author == RuleAuthor.name(of: rule) }
    }
}
