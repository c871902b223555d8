import BotConfiguration
package import ChatModel

/// Two sets of rules that differ in some rules only, compiled for a common scanner, so that what the others decide about an event is
/// decided once.
package struct RuleSlice: Sendable {
    /// The changed rules of one set.
    private struct Changes {
        let set: RuleSet
        private let positions: [Int]
        private let index: RuleIndex
        private let awaits: Bool

        init(_ ids: Set<String>, in set: RuleSet) {
            self.set = set
            positions = set.rules.indices.filter { ids.contains(set.rules[$0].id) }
            let rules = positions.map { set.rules[$0] }
            index = RuleIndex(rules)
            let kinds: Set<RuleTrigger.Kind> = [.unanswered, .silence]
            awaits = rules.contains { $0.triggers.contains { kinds.contains($0.kind) } }
        }

        /// Returns whether one of the rules may act on an event, or may count it.
        ///
        /// - Parameter facts: The facts about the event; nil if the leading branch has not decided about it.
        func concerns(_ scan: EventScan, _ facts: Facts?) -> Bool {
            if awaits, set.awaits(to: scan.event) { return true }
            let found = index.candidates(for: scan.kinds, scan.scanResult)
            guard !found.isEmpty, let facts, set.recordsEvents else { return !found.isEmpty }
            return found.contains { number in
                let position = positions[number]
                let fires = set.rules[position].triggers.contains {
                    scan.kinds.contains($0.kind) && $0.fires(at: scan.event, prefix: scan.prefix)
                }
                return fires && set.reach(of: facts).scopes[position] != .outside
            }
        }
    }

    package let former: RuleSet
    package let changed: RuleSet
    /// The ids of the rules that are in one set only, or are written otherwise in the other.
    let ids: Set<String>
    /// A Boolean value that indicates whether the sets count other windows.
    package let countsApart: Bool
    /// The kinds of triggers by which changed rules follow others.
    private let followed: Set<RuleTrigger.Kind>
    private let changes: [Changes]

    /// Creates the slice; nil if it is uncertain that the other rules are independent of the changed ones, and of each other's places.
    package init?(from old: RuleSet, to new: RuleSet) {
        guard let before = old.configuration, let after = new.configuration, before.shared == after.shared,
            old.isComplete, new.isComplete, old.records(like: new)
        else { return nil }
        let (written, rewritten) = (before.rulesByID, after.rulesByID)
        let ids = Set(written.keys).union(rewritten.keys).filter { written[$0] != rewritten[$0] }
        let rules = old.rules + new.rules
        let isOrdered =
            old.rules.map(\.id).filter { !ids.contains($0) } == new.rules.map(\.id).filter { !ids.contains($0) }
        guard isOrdered, !rules.contains(where: { ids.contains($0.id) && $0.relays }),
            let sets = RuleSetPair(old, before, new, after, changed: ids)
        else { return nil }
        former = sets.former
        changed = sets.changed
        self.ids = ids
        countsApart = old.windowScopes != new.windowScopes
        let kinds = rules.filter { ids.contains($0.id) }.flatMap(\.triggers).map(\.kind)
        followed = Set(kinds).intersection(FollowUp.kinds)
        changes = [Changes(ids, in: sets.former), Changes(ids, in: sets.changed)]
    }

    /// Scans an event for both sets; nil if it concerns neither.
    package func scan(_ event: Event, channel: (ChannelID) -> Channel?) -> EventScan? {
        EventScan(event, for: changed, former, channel: channel)
    }

    /// Returns whether a changed rule of either set may act on an event, or may count it.
    func concerns(_ scan: EventScan, _ facts: Facts?) -> Bool {
        if case .system = scan.event { return true }
        return scan.systemRules?.consultsRules == true || changes.contains { $0.concerns(scan, facts) }
    }

    /// Returns whether a decision may be another one by the other set, although no changed rule is triggered by its event.
    func concerns(_ use: StateUse) -> Bool {
        use.namesRevision || !use.rules.isDisjoint(with: ids) || !use.followUps.isDisjoint(with: followed)
    }
}

extension Configuration {
    /// The rules as written, by their ids.
    fileprivate var rulesByID: [String: ConfigNode] {
        Dictionary(rules.compactMap { rule in rule.id.map { ($0, rule.content) } }) { first, _ in first }
    }
}

extension RuleSet {
    /// A Boolean value that indicates whether each declared rule was compiled.
    fileprivate var isComplete: Bool { rules.count == configuration?.rules.count }

    /// The scopes of the rules that read each window.
    fileprivate var windowScopes: [WindowSpec: Set<RuleScope>] {
        Dictionary(uniqueKeysWithValues: readWindows.map { ($0.spec, $0.scopes) })
    }

    /// Returns whether another set records the same of events and of what rules do, apart from windows.
    fileprivate func records(like other: RuleSet) -> Bool {
        recordsEvents == other.recordsEvents && countsMessages == other.countsMessages
            && restrictsChannels == other.restrictsChannels && reader.selectors == other.reader.selectors
            && policies.base.records(like: other.policies.base)
    }
}

extension RulePolicy {
    /// Returns whether the rules of another policy require the same.
    fileprivate func records(like other: RulePolicy) -> Bool {
        falls == other.falls && counterScopes == other.counterScopes && awaitsEvents == other.awaitsEvents
            && countsCases == other.countsCases && leaderboards == other.leaderboards && recentMessages == other.recentMessages
            && sendsDirectMessages == other.sendsDirectMessages
    }
}
