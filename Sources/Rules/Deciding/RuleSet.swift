package import BotConfig
import BotKit
package import MezonModel
import TextMatching

/// All rules of a configuration, compiled: one edition. It remembers nothing; what rules remember is handed to it.
package struct RuleSet: Sendable {
    /// In the order in which they decide: by stage, then by priority, then as written.
    let rules: [CompiledRule]
    let policies: PerClan<RulePolicy>
    /// The settings of the clan to which an event belongs.
    ///
    /// - Parameter channel: a channel as the directory knows it.
    func policy(at event: Event, _ channel: (ChannelID) -> Channel?) -> RulePolicy {
        policies.clans.isEmpty ? policies.base : policies[event.clan(channel)]
    }
    /// The channels that the configuration calls private, in all clans.
    var privateChannels: Set<ChannelID> { policy.privateChannels }
    /// What holds in every clan alike: what rules ask to be kept in mind.
    private var policy: RulePolicy { policies.base }
    let windows: Set<WindowSpec>
    let countsMessages: Bool
    package let version: String
    /// Whether anything is shown elsewhere.
    private let relays: Bool
    private let index: RuleIndex
    private let reader: EventTextScanner
    /// Positions of the rules that wake up when a counter crosses a line.
    let crossings: [Int]

    /// Positions of the rules that wait for answers.
    let mentionRules: [Int]

    /// Positions of the rules that wait for silence.
    let silenceRules: [Int]

    /// Positions of the rules that wait for a signal.
    let signals: [Int]

    init(
        _ rules: [CompiledRule], reader: EventTextScanner, windows: Set<WindowSpec>, countsMessages: Bool, version: String,
        policies: PerClan<RulePolicy>
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
        self.reader = reader
        self.windows = windows
        self.countsMessages = countsMessages
        self.version = version
        relays = rules.contains { $0.mode != .disabled && ($0.then + $0.otherwise).contains(where: \.relays) }
        index = RuleIndex(self.rules)
        crossings = Self.positions(of: .counter, in: self.rules)
        mentionRules = Self.positions(of: .unanswered, in: self.rules)
        silenceRules = Self.positions(of: .silence, in: self.rules)
        signals = Self.positions(of: .signal, in: self.rules)
    }

    private static func positions(of kind: RuleTrigger.Kind, in rules: [CompiledRule]) -> [Int] {
        rules.indices.filter { rules[$0].mode != .disabled && rules[$0].triggers.contains { $0.kind == kind } }
    }

    package var listing: [RuleListing] {
        rules.map {
            RuleListing(
                id: $0.id, title: $0.title, mode: $0.mode, place: $0.place, needs: $0.needs,
                isManual: $0.triggers.contains(where: \.isManual), commands: $0.triggers.compactMap(\.command),
                showsIn: $0.showsIn,
                scope: $0.scope)
        }
    }

    /// The channels in which rules and links that act show what is said elsewhere.
    package var relayDestinations: Set<ChannelID> {
        Set(rules.filter { $0.mode == .enforce }.flatMap { ($0.then + $0.otherwise).flatMap(\.relayedTo) })
    }

    /// The ids of the rules that act.
    package var enforced: Set<String> { Set(rules.filter { $0.mode == .enforce }.map(\.id)) }

    /// Whether an event is one that rules look at, or that they count.
    func concerns(_ event: Event, _ kinds: [RuleTrigger.Kind]) -> Bool {
        index.hasRules(for: kinds) || watches
    }

    /// Whether an event may be an answer that some rule waits for, or breaks a silence.
    func listens(to event: Event) -> Bool {
        if !silenceRules.isEmpty, case .message = event { return true }
        guard !mentionRules.isEmpty else { return false }
        switch event {
        case .message, .edit, .delete, .reaction, .memberLeft, .memberJoined: return true
        default: return false
        }
    }

    /// Whether events are kept in mind, also those that no rule is about.
    var watches: Bool { !windows.isEmpty || countsMessages || policy.recentMessages > 0 || relays }

    /// For how long what happened may count for what happens next: nil where nothing is kept in mind.
    package var reach: Duration? {
        guard watches else { return nil }
        // What people wrote last has no time of its own; for evidence a day is long.
        let evidence: Duration = policy.recentMessages > 0 ? .seconds(86_400) : .zero
        let echoes: Duration = relays ? .seconds(RelayLoopDetector.memory) : .zero
        return windows.map { Duration.seconds($0.within) }.reduce(max(evidence, echoes), max)
    }

    func read(_ event: Event) -> TextScanResult { rules.isEmpty ? TextScanResult(hits: []) : reader.read(event) }

    func candidates(for kinds: [RuleTrigger.Kind], _ finds: TextScanResult) -> [Int] { index.candidates(for: kinds, finds) }

    /// Notes in the memory what rules count, before anybody decides about the event.
    func note(_ facts: Facts) {
        facts.memory.advance(to: facts.now)
        facts.memory.windows.note(facts, for: windows)
        if relays, case .message(let message) = facts.event { facts.memory.echoes.note(message) }
        guard policy.recentMessages > 0 else { return }
        if case .delete(let removal) = facts.event {
            facts.memory.recent.forget(removal.message, by: removal.sender, in: facts.clan)
        } else if case .message = facts.event, let evidence = facts.evidence {
            facts.memory.recent.note(evidence, in: facts.clan, keeping: policy.recentMessages)
        }
    }

    /// Runs the tests that stand beside rules; each that fails is a diagnostic at its place.
    package func failedTests() -> [Diagnostic] {
        rules.flatMap { rule in
            let alone = alone(with: rule)
            return rule.tests.flatMap { test in
                RuleTestRunner(set: alone, rule: alone.rules[0], test: test).problems().map { problem in
                    Diagnostic(.error, "test-failed", "'\(test.name)' of \(rule.id): \(problem)", at: test.place)
                }
            }
        }
    }

    /// How many tests there are beside rules.
    package var testCount: Int { rules.reduce(0) { $0 + $1.tests.count } }

    private func alone(with rule: CompiledRule) -> RuleSet {
        var rule = rule
        rule.mode = .enforce
        return RuleSet(
            [rule], reader: reader, windows: windows, countsMessages: countsMessages, version: version, policies: policies)
    }
}
