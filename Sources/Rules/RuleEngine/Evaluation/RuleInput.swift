package import ChatModel

/// An event prepared for the rules of one revision: its scan result and its candidate rules. Creating it does not change any
/// state.
package struct RuleInput: Sendable {
    let event: Event
    /// The prefix of commands in the clan in which it happened.
    let prefix: String
    let systemRules: SystemRules?
    let kinds: [RuleTrigger.Kind]
    let scanResult: TextScanResult
    let candidates: [Int]

    /// Creates the input; `nil` for an event that concerns neither the rules nor their counts.
    ///
    /// - Parameter channel: A channel as the directory knows it.
    package init?(_ event: Event, for set: RuleSet, channel: (ChannelID) -> Channel?) {
        let policy = set.policy(at: event, channel)
        prefix = policy.prefix
        kinds = RuleTrigger.Kind.kinds(of: event, prefix: prefix)
        systemRules = SystemRules(event, policy, restrictsChannels: set.restrictsChannels, channel: channel)
        let isWaitedFor =
            WaitID(endingWith: event) != nil || MentionID(endingWith: event) != nil || SilenceID(comingWith: event) != nil
            || LevelFall(endingWith: event) != nil || CounterFall(endingWith: event) != nil
            || ApprovedCount(endingWith: event) != nil
            || set.awaits(to: event)
        guard systemRules != nil || isWaitedFor || !kinds.isEmpty && set.concerns(event, kinds) else { return nil }
        scanResult = set.read(event)
        candidates = set.candidates(for: kinds, scanResult)
        guard systemRules != nil || isWaitedFor || !candidates.isEmpty || set.recordsEvents else { return nil }
        self.event = event
    }
}
