import BotKit
import ChatModel
import EventProcessing
import RuleEngine
import Storage

/// Replays rule decisions in the order of the history with its own rule state, without sending anything.
struct DecisionReplayer {
    private(set) var evaluator: RuleEvaluator
    private let revisions: RevisionCache
    /// The rules that replace the recorded revisions; nil to use those.
    private let rules: RuleSet?
    private let directory: DirectoryLookup
    private let channel: @Sendable (ChannelID) -> Channel?
    private var me: UserID
    /// A Boolean value that indicates whether decisions tell which rules do not apply to the event's channel.
    var recordsOutside = true
    /// The rules whose thresholds are read with each decision, and what was read with the last one.
    var readRules: Set<String> = []
    private(set) var readings: [ThresholdReading] = []

    /// - Parameters:
    ///   - directory: The members and channels that each decision sees.
    ///   - channel: A channel, for the clan to which an event belongs.
    ///   - source: The rule state to begin with, which does not change; nil to begin without any.
    init(
        _ revisions: RevisionCache, rules: RuleSet? = nil, seeing directory: DirectoryLookup,
        channel: @escaping @Sendable (ChannelID) -> Channel?, me: UserID, reading source: StateSource? = nil
    ) {
        evaluator = RuleEvaluator(reading: source)
        self.channel = channel
        self.revisions = revisions
        self.rules = rules
        self.directory = directory
        self.me = me
    }

    /// Returns a replayer that begins with the same state. Either may go on.
    func copy() -> DecisionReplayer {
        var copy = self
        copy.evaluator = evaluator.copy()
        return copy
    }

    /// Returns a replayer with other rules that follows this one: it keeps of the state only what becomes different.
    ///
    /// - Parameter countsApart: A Boolean value that indicates whether the rules count other windows.
    func follower(with rules: RuleSet, countingApart countsApart: Bool) -> DecisionReplayer {
        var follower = DecisionReplayer(revisions, rules: rules, seeing: directory, channel: channel, me: me)
        follower.recordsOutside = recordsOutside
        follower.evaluator = evaluator.follower(countingApart: countsApart)
        return follower
    }

    /// Begins a step that other replayers follow.
    func step(_ slice: RuleSlice, _ event: Event, _ context: EventContext) -> BranchStep {
        evaluator.beginStep()
        return BranchStep(slice, event, context, channel: channel)
    }

    /// The decision about the event of a step, as the leading branch.
    mutating func lead(_ step: inout BranchStep) -> RuleDecision {
        let led = evaluator.lead(
            &step, seeing: directory, readingThresholdsOf: readRules, formerRevision: { [revisions] in revisions.rules($0) })
        readings = led.readings
        return led.decision
    }

    /// The decision about the event of a step, as a following branch, and whether it is that of the leading one.
    func follow(_ step: BranchStep) -> (decision: RuleDecision, isLed: Bool) {
        guard let rules else { preconditionFailure("branches have rules of their own") }
        return evaluator.follow(
            step, by: rules, seeing: directory, formerRevision: { [revisions] in revisions.rules($0) })
    }

    /// The decision of the rules about an event that no entry records; nil without rules of its own.
    func decision(about event: Event, after sequence: Int64) -> RuleDecision? {
        guard let rules, let context = context(event, after: sequence) else { return nil }
        guard let input = RuleInput(event, for: rules, channel: channel) else { return RuleDecision(version: rules.version) }
        return evaluate(input, context, by: rules).decision
    }

    /// The decision of some rules of a revision about an event that no entry records; nil if this build cannot read the revision.
    func decision(
        about event: Event, after sequence: Int64, by version: String, without omitted: Set<String>
    ) -> RuleDecision? {
        guard let set = revisions.rules(version, without: omitted), let context = context(event, after: sequence) else {
            return nil
        }
        guard let input = RuleInput(event, for: set, channel: channel) else { return RuleDecision(version: set.version) }
        return evaluate(input, context, by: set).decision
    }

    /// Returns the entries of the rule state in which another replayer differs.
    func differences(to other: DecisionReplayer) -> [StateDifference] { evaluator.differences(to: other.evaluator) }

    /// The clan to which an event belongs.
    func clan(of event: Event) -> ClanID { event.clan(channel) }

    /// The decision of the rules about an entry; nil if this build cannot read the entry or the revision.
    ///
    /// - Parameter omitted: The rules that take no part.
    mutating func decision(_ decided: JournalReader.Decided, _ event: Event, without omitted: Set<String> = []) -> RuleDecision? {
        readings = []
        let reduced = omitted.isEmpty ? nil : decided.version.flatMap { revisions.rules($0, without: omitted) }
        guard let set = reduced ?? set(decided.version) else { return nil }
        if case .lost = decided.status {
            evaluator.note(event, context(decided.entry, event), by: set, channel: channel)
            return RuleDecision(version: set.version)
        }
        guard let input = RuleInput(event, for: set, channel: channel) else { return RuleDecision(version: set.version) }
        let evaluation = evaluate(input, context(decided.entry, event), by: set)
        readings = evaluation.readings
        return evaluation.decision
    }

    private func evaluate(_ input: RuleInput, _ context: EventContext, by set: RuleSet) -> RuleEvaluator.Evaluation {
        evaluator.decide(
            input, context, by: set, seeing: directory, readingThresholdsOf: readRules,
            recordingOutside: recordsOutside, formerRevision: { [revisions] in revisions.rules($0) })
    }

    /// The detailed evaluation of every rule for the next entry, by rule; nil if this build cannot read the revision.
    func inquiries(about decided: JournalReader.Decided, _ event: Event) -> [String: RuleInquiry]? {
        set(decided.version).map { set in
            evaluator.inquire(
                event, context(decided.entry, event), by: set, seeing: directory,
                formerRevision: { [revisions] in revisions.rules($0) })
        }
    }

    /// The smallest changes with which a rule would have decided the opposite about the next entry; nil if this build cannot read the
    /// revision, or if it has no such rule.
    func counterfactuals(of rule: String, about decided: JournalReader.Decided, _ event: Event) -> Counterfactuals? {
        set(decided.version).flatMap { set in
            evaluator.counterfactuals(
                of: rule, about: event, context(decided.entry, event), by: set, seeing: directory,
                formerRevision: { [revisions] in revisions.rules($0) })
        }
    }

    /// Handles the end of one process and the start of the next, which rebuilt its rule state.
    mutating func restart(_ start: ProcessStart, from reader: JournalReader) async throws {
        me = start.me
        evaluator.restart()
        guard let set = set(start.version) else { return }
        try await rebuild(from: try await reader.rebuildEntries(of: start), by: set, reader)
    }

    /// Counts earlier events, about which nothing is decided.
    func rebuild(from entries: [Entry], _ reader: JournalReader) async throws {
        if let rules { try await rebuild(from: entries, by: rules, reader) }
    }

    private func rebuild(from entries: [Entry], by set: RuleSet, _ reader: JournalReader) async throws {
        let relayed = try await reader.relayDestinations(of: entries, within: set.relayMemory)
        for entry in entries {
            guard let event = entry.event else { continue }
            evaluator.rebuild(
                event, context(entry, event), by: set, relayedTo: relayed[entry.sequence] ?? [], channel: channel)
        }
    }

    private func set(_ version: String?) -> RuleSet? { rules ?? version.flatMap { revisions.rules($0) } }

    func context(_ entry: Entry, _ event: Event) -> EventContext { EventContext(of: entry, event, as: me) }

    /// The context of an event that no entry records; nil without a time.
    func context(_ event: Event, after sequence: Int64) -> EventContext? {
        event.time.map { EventContext(now: $0, me: me, isLate: false, sequence: sequence) }
    }
}
