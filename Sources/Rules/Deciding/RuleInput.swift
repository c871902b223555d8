package import MezonModel

/// An event prepared for the rules of one revision: its scan result and its candidate rules. Creating it does not change any
/// state.
package struct RuleInput: Sendable {
    let event: Event
    let duties: SystemRules?
    let kinds: [RuleTrigger.Kind]
    let finds: TextScanResult
    let candidates: [Int]

    /// Creates the input; `nil` for an event that concerns neither the rules nor their counts.
    package init?(_ event: Event, for set: RuleSet) {
        let policy = set.policies[event.clan]
        kinds = RuleTrigger.Kind.kinds(of: event, prefix: policy.prefix)
        duties = SystemRules(event, policy)
        let isWaitedFor =
            WaitID(endingWith: event) != nil || MentionID(endingWith: event) != nil || SilenceID(comingWith: event) != nil
            || set.awaits(to: event)
        guard duties != nil || isWaitedFor || !kinds.isEmpty && set.concerns(event, kinds) else { return nil }
        finds = set.read(event)
        candidates = set.candidates(for: kinds, finds)
        guard duties != nil || isWaitedFor || !candidates.isEmpty || set.recordsEvents else { return nil }
        self.event = event
    }
}
