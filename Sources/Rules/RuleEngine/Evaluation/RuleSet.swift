import BotConfiguration
import BotKit
package import ChatModel
import PatternMatching
import Synchronization

/// The compiled rules of a configuration: one revision. It holds no state, which is passed in, but remembers what follows from the
/// rules for each channel.
package final class RuleSet: Sendable {
    /// A channel, which messages may call private although the directory does not.
    private struct Place: Hashable {
        var channel: ChannelID
        var isPrivate: Bool
    }

    /// The rules in evaluation order: by stage, then by priority, then as written.
    let rules: [CompiledRule]
    let policies: PerClan<RulePolicy>
    /// The settings of the clan to which an event belongs.
    ///
    /// - Parameter channel: A channel as the directory knows it.
    func policy(at event: Event, _ channel: (ChannelID) -> Channel?) -> RulePolicy {
        policies.clans.isEmpty ? policies.base : policies[event.clan(channel)]
    }
    /// The channels that the configuration calls private, in all clans.
    var privateChannels: Set<ChannelID> { policy.privateChannels }
    /// The policy that applies to all clans, for what rules require to be recorded.
    private var policy: RulePolicy { policies.base }
    let windows: Set<WindowSpec>
    let countsMessages: Bool
    /// A Boolean value that indicates whether any rule locks channels or slows them down.
    let restrictsChannels: Bool
    package let version: String
    /// A Boolean value that indicates whether any rule relays messages.
    let relays: Bool
    /// The replacements with which rules relay texts.
    let relayReplacements: [RelayReplacement]
    /// The configuration from which all of the rules were compiled; nil for a part of them.
    let configuration: Configuration?
    private let index: RuleIndex
    let reader: EventTextScanner
    let readWindows: [ChannelReach.ReadWindow]
    /// The measures of the windows that rules read.
    private let measures: [WindowSpec.Measure]
    private let reaches = Mutex<[Place: ChannelReach]>([:])
    /// The positions of the rules that are triggered by what other rules do, by the kind of the trigger.
    let followers: [RuleTrigger.Kind: [Int]]

    /// The positions of the rules that wait for answers to mentions.
    let mentionRules: [Int]

    /// The positions of the rules that are triggered by silence.
    let silenceRules: [Int]

    init(
        _ rules: [CompiledRule], reader: EventTextScanner, windows: Set<WindowSpec>, countsMessages: Bool,
        restrictsChannels: Bool, version: String, policies: PerClan<RulePolicy>, configuration: Configuration? = nil
    ) {
        let stages = RuleStage.allCases
        func rank(_ rule: CompiledRule) -> Int { stages.firstIndex(of: rule.stage) ?? 0 }
        let ordered = rules.enumerated().sorted { left, right in
            (rank(left.element), -left.element.priority, left.offset) < (
                rank(right.element), -right.element.priority, right.offset
            )
        }
        self.rules = ordered.map(\.element)
        self.policies = policies
        self.configuration = configuration
        self.reader = reader
        self.windows = windows
        self.countsMessages = countsMessages
        self.restrictsChannels = restrictsChannels
        self.version = version
        relays = rules.contains { $0.mode != .disabled && $0.relays }
        relayReplacements = self.rules.filter { $0.mode != .disabled }.flatMap { $0.actions.flatMap(\.replacements) }
        index = RuleIndex(self.rules)
        let readWindows = ChannelReach.ReadWindow.all(of: self.rules)
        self.readWindows = readWindows
        measures = WindowSpec.Measure.allCases.filter { measure in readWindows.contains { $0.spec.of == measure } }
        followers = Dictionary(
            uniqueKeysWithValues: FollowUp.kinds.map { ($0, Self.positions(of: $0, in: ordered.map(\.element))) })
        mentionRules = Self.positions(of: .unanswered, in: self.rules)
        silenceRules = Self.positions(of: .silence, in: self.rules)
    }

    private static func positions(of kind: RuleTrigger.Kind, in rules: [CompiledRule]) -> [Int] {
        rules.indices.filter { rules[$0].mode != .disabled && rules[$0].triggers.contains { $0.kind == kind } }
    }

    package var listing: [RuleListing] {
        rules.map {
            RuleListing(
                id: $0.id, title: $0.title, mode: $0.mode, position: $0.position, requiredPermissions: $0.needs,
                isManual: $0.triggers.contains(where: \.isManual), commands: $0.triggers.compactMap(\.command),
                exposures: $0.exposures, scope: $0.scope)
        }
    }

    /// The channels to which enforced rules and links relay messages.
    package var relayDestinations: Set<ChannelID> {
        Set(rules.filter { $0.mode == .enforce }.flatMap { $0.actions.flatMap(\.relayedTo) })
    }

    /// The ids of the enforced rules.
    package var enforced: Set<String> { Set(rules.filter { $0.mode == .enforce }.map(\.id)) }

    /// Returns whether rules have a trigger for an event or count it.
    func concerns(_ event: Event, _ kinds: [RuleTrigger.Kind]) -> Bool {
        index.hasRules(for: kinds) || recordsEvents
    }

    /// Returns whether an event may be an answer that a rule waits for, or may end a silence.
    func awaits(to event: Event) -> Bool {
        if !silenceRules.isEmpty, case .message = event { return true }
        guard !mentionRules.isEmpty else { return policy.awaitsEvents && event.mayBeAwaited }
        switch event {
        case .message, .edit, .delete, .reaction, .memberLeft, .memberJoined: return true
        default: return false
        }
    }

    /// A Boolean value that indicates whether events are recorded, including events for which no rule has a trigger.
    var recordsEvents: Bool {
        !windows.isEmpty || countsMessages || policy.recentMessages > 0 || relays
    }

    /// Records what later conditions ask of an event that has been decided on.
    func noteDecided(_ facts: Facts, _ results: [AuthorResult]) {
        if policy.countsCases { CaseHistory.note(results, facts) }
    }

    /// The time for which earlier events may affect later ones; `nil` if no events are recorded.
    package var lookback: Duration? {
        guard recordsEvents else { return nil }
        // Recent messages have no time limit of their own; for evidence one day is enough.
        let evidence: Duration = policy.recentMessages > 0 ? .seconds(86_400) : .zero
        return windows.map { Duration.seconds($0.within) }.reduce(max(evidence, relayMemory ?? .zero), max)
    }

    /// The time for which relayed messages are remembered; `nil` if no rule relays messages.
    package var relayMemory: Duration? { relays ? .seconds(RelayLoopDetector.retention) : nil }

    var isEmpty: Bool { rules.isEmpty }

    func read(_ event: Event) -> TextScanResult { rules.isEmpty ? TextScanResult(hits: []) : reader.read(event) }

    func candidates(for kinds: [RuleTrigger.Kind], _ scanResult: TextScanResult) -> [Int] {
        index.candidates(for: kinds, scanResult)
    }

    /// Records the event in the state before any rule is evaluated.
    func note(_ facts: Facts) {
        facts.state.advance(to: facts.now)
        if relays, case .message(let message) = facts.event {
            facts.state.relayLoops.note(message, in: facts.subject(.clan))
            facts.state.relayLoops.noteRelayed(Array(versions(of: message).dropFirst()), to: facts.subject(.clan))
        }
        guard !facts.state.sharesCounts else { return }
        if measures.contains(where: { $0.amount(in: facts) > 0 }) {
            let counting = reach(of: facts).windows
            facts.state.windows.note(facts, for: counting)
        }
        guard policy.recentMessages > 0 else { return }
        if case .delete(let removal) = facts.event {
            facts.state.recent.forget(removal.message, by: removal.sender, in: facts.clan)
        } else if case .message = facts.event, let evidence = facts.evidence {
            facts.state.recent.note(evidence, in: facts.clan, keeping: policy.recentMessages)
        }
    }

    /// Returns the reach of the rules into the channel of an event.
    func reach(of facts: Facts) -> ChannelReach {
        let (id, clan, channel) = (facts.channelID, facts.clan, facts.channel)
        let place = Place(channel: id, isPrivate: channel?.isPrivate ?? false)
        return reaches.withLock { known in
            if let reach = known[place], reach.clan == clan, reach.channel == channel { return reach }
            if known.count >= maxReaches { known = [:] }
            let reach = ChannelReach(id, of: clan, channel, rules, unindexed: index.unindexed, windows: readWindows)
            known[place] = reach
            return reach
        }
    }

    /// The number of channels that are remembered: some megabytes at most.
    private var maxReaches: Int { min(10_000, 64 + (1 << 22) / max(1, rules.count)) }

    /// Returns a set of some rules, which are enforced.
    func isolated(with rule: CompiledRule) -> RuleSet { isolated(with: [rule]) }

    /// Returns the same rules with one of them enforced.
    func enforcing(_ rule: Int) -> RuleSet {
        var rules = rules
        rules[rule] = rules[rule].enforced
        return RuleSet(
            rules, reader: reader, windows: windows, countsMessages: countsMessages, restrictsChannels: restrictsChannels,
            version: version, policies: policies)
    }

    /// Returns the rules without some of them.
    package func without(_ ids: Set<String>) -> RuleSet {
        ids.isEmpty
            ? self
            : RuleSet(
                rules.filter { !ids.contains($0.id) }, reader: reader, windows: windows, countsMessages: countsMessages,
                restrictsChannels: restrictsChannels, version: version, policies: policies)
    }

    /// Returns the same revision with its rules compiled for another scanner.
    func replacing(_ rules: [CompiledRule], _ reader: EventTextScanner) -> RuleSet {
        RuleSet(
            rules, reader: reader, windows: windows, countsMessages: countsMessages, restrictsChannels: restrictsChannels,
            version: version, policies: policies, configuration: configuration)
    }

    /// The settings without any rules, which record nothing.
    package var withoutRules: RuleSet {
        RuleSet(
            [], reader: reader, windows: [], countsMessages: false, restrictsChannels: false, version: version, policies: policies
        )
    }

    func isolated(with rules: [CompiledRule]) -> RuleSet {
        RuleSet(
            rules.map(\.enforced), reader: reader, windows: windows, countsMessages: countsMessages,
            restrictsChannels: restrictsChannels, version: version, policies: policies)
    }
}

extension Event {
    /// A Boolean value that indicates whether rules can wait for events of this kind.
    fileprivate var mayBeAwaited: Bool {
        switch self {
        case .message, .reaction: true
        default: false
        }
    }
}
