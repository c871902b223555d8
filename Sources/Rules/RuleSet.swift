package import BotKit
package import MezonModel
import TextMatching

/// All rules of a configuration, as one participant. Each rule that hits contributes under its own name.
package struct RuleSet: Participant {
    package let name = "rules"
    /// In the order in which they decide: by priority, then as written.
    private let rules: [Rule]
    private let index: RuleIndex
    private let scanner: TextScanner

    init(_ rules: [Rule], scanner: TextScanner) {
        let ordered = rules.enumerated().sorted {
            ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
        }
        self.rules = ordered.map(\.element)
        index = RuleIndex(self.rules)
        self.scanner = scanner
    }

    package var listing: [RuleListing] {
        rules.map { RuleListing(id: $0.id, title: $0.title, mode: $0.mode, place: $0.place, scope: $0.scope) }
    }

    package func precheck(_ message: Message, _ context: Context) -> Verdict { .pass }

    package func attendance(at event: Event, _ context: Context) -> Attendance { .decided(decide(event, context)) }

    /// What the rules come to about an event: the same for the same event, whenever and however often it is asked.
    package func decide(_ event: Event, _ context: Context) -> [Contribution] {
        guard case .message(let message) = event, !rules.isEmpty else { return [] }
        let facts = Facts(message: message, isLate: context.isLate, hits: scanner.scan(message.text))
        return index.candidates(for: facts.hits).compactMap { contribution(of: rules[$0], facts) }
    }

    private func contribution(of rule: Rule, _ facts: Facts) -> Contribution? {
        guard rule.triggers.contains(.message), case .holds(let reason) = rule.decide(facts) else { return nil }
        let actions = rule.then.compactMap { $0.action(facts, reason.match) }
        return Contribution(
            author: rule.author, actions: actions, isShadow: rule.mode == .shadow, reason: reason.sentence)
    }
}
