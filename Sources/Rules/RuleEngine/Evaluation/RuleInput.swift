package import ChatModel

/// An event with its texts scanned for the rules of a revision, or of two with the same scanner.
package struct EventScan: Sendable {
    package let event: Event
    /// The prefix of commands in the clan in which it happened.
    let prefix: String
    let systemRules: SystemRules?
    let kinds: [RuleTrigger.Kind]
    let scanResult: TextScanResult
    /// A Boolean value that indicates whether the event ends a wait of some rule.
    fileprivate let endsWait: Bool

    /// Creates the scan; `nil` for an event that concerns neither the rules nor their counts.
    ///
    /// - Parameters:
    ///   - other: A second set of rules, which has the same policies and the same scanner.
    ///   - channel: A channel as the directory knows it.
    init?(_ event: Event, for set: RuleSet, _ other: RuleSet? = nil, channel: (ChannelID) -> Channel?) {
        let policy = set.policy(at: event, channel)
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: policy.prefix)
        systemRules = SystemRules(event, policy, restrictsChannels: set.restrictsChannels, channel: channel)
        endsWait =
            WaitID(endingWith: event) != nil || MentionID(endingWith: event) != nil || SilenceID(comingWith: event) != nil
            || LevelFall(endingWith: event) != nil || CounterFall(endingWith: event) != nil
            || ApprovedCount(endingWith: event) != nil
        func concerns(_ set: RuleSet) -> Bool { set.awaits(to: event) || !kinds.isEmpty && set.concerns(event, kinds) }
        guard systemRules != nil || endsWait || concerns(set) || other.map(concerns) ?? false else { return nil }
        scanResult = (other.map { set.isEmpty ? $0 : set } ?? set).read(event)
        prefix = policy.prefix
        self.kinds = kinds
        self.event = event
    }
}

/// An event prepared for the rules of one revision: its scan result and its candidate rules. Creating it does not change any
/// state.
package struct RuleInput: Sendable {
    let scan: EventScan
    let candidates: [Int]
    var event: Event { scan.event }
    var prefix: String { scan.prefix }
    var systemRules: SystemRules? { scan.systemRules }
    var kinds: [RuleTrigger.Kind] { scan.kinds }
    var scanResult: TextScanResult { scan.scanResult }

    /// Creates the input; `nil` for an event that concerns neither the rules nor their counts.
    ///
    /// - Parameter channel: A channel as the directory knows it.
    package init?(_ event: Event, for set: RuleSet, channel: (ChannelID) -> Channel?) {
        guard let scan = EventScan(event, for: set, channel: channel) else { return nil }
        self.init(scan, for: set)
    }

    /// Creates the input of an event that was scanned for the set.
    init?(_ scan: EventScan, for set: RuleSet) {
        let isWaitedFor = scan.endsWait || set.awaits(to: scan.event)
        guard scan.systemRules != nil || isWaitedFor || !scan.kinds.isEmpty && set.concerns(scan.event, scan.kinds) else {
            return nil
        }
        candidates = set.candidates(for: scan.kinds, scan.scanResult)
        guard scan.systemRules != nil || isWaitedFor || !candidates.isEmpty || set.recordsEvents else { return nil }
        self.scan = scan
    }
}
