package import BotConfiguration
package import ChatModel

extension RuleSet {
    /// The enabled rules that the journal can show at work: those that events trigger, and not only a time or a person at will.
    package var observableRules: Set<String> {
        Set(
            rules.filter { rule in
                rule.mode != .disabled
                    && rule.triggers.contains { ![.schedule, .manual, .silence, .startup, .reminderDue].contains($0.kind) }
            }.map(\.id))
    }

    /// The places of the thresholds that several rules use: those in defined conditions, and behind aliases.
    package var sharedThresholds: Set<SourcePosition> {
        let uses = Dictionary(grouping: rules.flatMap { $0.thresholds.map(\.threshold.position) }) { $0 }
        return Set(uses.filter { $0.value.count > 1 }.keys)
    }

    /// Returns whether an event is the end of a wait, with which a rule continues what it began earlier.
    package static func isContinuation(_ event: Event) -> Bool { WaitID(endingWith: event) != nil }
}
