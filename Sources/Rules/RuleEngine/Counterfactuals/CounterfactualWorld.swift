import BotKit
import ChatModel
import Foundation
import PatternMatching

/// The circumstances of one decision, with changes. Each run decides on a fork of the state, so that it changes nothing.
struct CounterfactualWorld {
    private let set: RuleSet
    private let state: RuleState
    private let context: EventContext
    private(set) var lookup: DirectoryLookup
    private let formerRevision: (String) -> RuleSet?

    var event: Event
    var now: Date
    var isLate: Bool
    /// The number of equal messages that the author sent just before.
    var repeats = 0
    /// The rules that do not exist.
    var absentRules: Set<String> = []
    /// The changes to the state before the event.
    var stateChanges: [(RuleState) -> Void] = []

    init(
        _ event: Event, _ context: EventContext, by set: RuleSet, in state: RuleState, seeing lookup: DirectoryLookup,
        formerRevision: @escaping (String) -> RuleSet?
    ) {
        self.event = event
        self.context = context
        self.set = set
        self.state = state
        self.lookup = lookup
        self.formerRevision = formerRevision
        now = context.now
        isLate = context.isLate
    }

    var message: Message? {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): message
        default: nil
        }
    }

    /// Changes the message of the event, if it has one.
    mutating func changeMessage(_ change: (inout Message) -> Void) {
        switch event {
        case .message(var message):
            change(&message)
            event = .message(message)
        case .edit(var message):
            change(&message)
            event = .edit(message)
        case .systemMessage(var message):
            change(&message)
            event = .systemMessage(message)
        default: break
        }
    }

    mutating func changeText(_ change: (String) -> String) {
        changeMessage { message in
            let text = change(message.text)
            // Ranges of a text that was not only appended to point elsewhere.
            if !text.hasPrefix(message.text) { message.content.markup = [] }
            message.content.text = text
        }
    }

    /// Changes a member as the directory knows it; one that is not known has no roles.
    mutating func changeMember(_ user: UserID, of clan: ClanID, _ change: @escaping @Sendable (inout Member) -> Void) {
        let member = lookup.member
        lookup.member = { other, place in
            guard other == user, place == clan else { return member(other, place) }
            var changed = member(user, clan) ?? Member(clan: clan, user: user)
            change(&changed)
            return changed
        }
    }

    /// Lets another user send the event, with the roles and age of its author.
    mutating func changeAuthor(to user: UserID, of clan: ClanID) {
        let former = event.actor
        let member = lookup.member
        lookup.member = { other, place in
            guard other == user, place == clan else { return member(other, place) }
            var copy = member(former, place)
            copy?.user = user
            return copy
        }
        changeMessage { $0.author.id = user }
    }

    /// Changes an entry of the state before the event, for enforced rules and for those in shadow mode.
    mutating func changeState(_ key: StateKey, _ change: RuleState.Change, in mode: ExecutionMode = .real) {
        let now = context.now
        stateChanges.append { state in
            state.change(key, change, in: .real, at: now)
            if mode != .real { state.change(key, change, in: mode, at: now) }
        }
    }

    func disablingKey(of rule: CompiledRule, _ facts: Facts) -> StateKey {
        LimitSpan.key(rule.id, rule.disabling(in: set.version), facts)
    }

    /// Returns whether a rule acts.
    func acts(_ rule: Int) -> Bool { outcomes(rule).contains { $0.hit } }

    /// Returns the rule or author that stopped the evaluation before a rule.
    func stopper(of rule: Int) -> String? {
        var stopper: String?
        withEvaluation(of: event, in: prepared(), including: rule) { evaluation, candidates, input in
            _ = evaluation.run(candidates.filter { $0 < rule }, kinds: input.kinds, systemRules: input.systemRules)
            if let stopped = evaluation.stopped, stopped.reach == .all || set.rules[stopped.by]?.stage == set.rules[rule].stage {
                stopper = stopped.by
            }
        }
        return stopper
    }

    /// Returns the facts as a rule finds them, after all rules before it; `nil` if none of its triggers fires.
    func facts(for rule: Int) -> (facts: Facts, trigger: RuleTrigger)? {
        var found: (Facts, RuleTrigger)?
        let compiled = set.rules[rule]
        withEvaluation(of: event, in: prepared(), including: rule) { evaluation, candidates, input in
            guard
                let trigger = compiled.triggers.first(where: {
                    input.kinds.contains($0.kind) && $0.fires(at: event, prefix: input.prefix)
                })
            else { return }
            _ = evaluation.run(candidates.filter { $0 < rule }, kinds: input.kinds, systemRules: input.systemRules)
            evaluation.prepare(compiled, trigger)
            found = (evaluation.facts, trigger)
        }
        return found
    }

    /// Returns facts with another text and time, to ask single conditions.
    func facts(like facts: Facts) -> Facts {
        var changed = facts
        changed.event = event
        changed.now = now
        changed.hits = set.read(event)
        changed.directory = RecordingDirectory(lookup)
        return changed
    }

    /// The equal messages before the event.
    var earlierEvents: [Event] {
        guard case .message(let message) = event else { return [] }
        return (0..<repeats).map { number in
            var copy = message
            copy.id = MessageID(rawValue: message.id.rawValue &- Int64(repeats - number))
            return .message(copy)
        }
    }

    private func outcomes(_ rule: Int) -> [RuleEvaluation.Outcome] {
        let state = prepared()
        for earlier in earlierEvents {
            withEvaluation(of: earlier, in: state, including: rule) { evaluation, candidates, input in
                let decision = evaluation.run(candidates, kinds: input.kinds, systemRules: input.systemRules)
                finish(evaluation.facts, decision)
            }
        }
        var outcomes: [RuleEvaluation.Outcome] = []
        withEvaluation(of: event, in: state, including: rule) { evaluation, candidates, input in
            _ = evaluation.run(candidates, kinds: input.kinds, systemRules: input.systemRules)
            outcomes = (evaluation.outcomes ?? []).filter { $0.rule == set.rules[rule].id }
        }
        return outcomes
    }

    private func prepared() -> RuleState {
        let fork = state.fork()
        for change in stateChanges { change(fork) }
        return fork
    }

    /// Counts a message as `RuleEvaluator` does.
    private func finish(_ facts: Facts, _ decision: RuleDecision) {
        if set.countsMessages { RuleEvaluator.countMessage(facts) }
        set.noteDecided(facts, decision.results)
    }

    private func withEvaluation(
        of event: Event, in state: RuleState, including rule: Int,
        _ body: (inout RuleEvaluation, _ candidates: [Int], Input) -> Void
    ) {
        let input = Input(event, set, lookup)
        let facts = Facts(
            event: event, now: now, me: context.me, isLate: isLate, sequence: context.sequence, prefix: input.prefix,
            hits: input.scanResult, directory: RecordingDirectory(lookup), state: state,
            relayReplacements: set.relayReplacements, privateChannels: set.privateChannels)
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts, formerRevision: formerRevision)
        evaluation.outcomes = []
        // The index leaves out rules of which nothing was found in the text; the rule asked about is evaluated in any case.
        let candidates = Set(set.candidates(for: input.kinds, input.scanResult)).union([rule]).filter { position in
            !absentRules.contains(set.rules[position].id) && set.rules[position].mode != .disabled
        }
        body(&evaluation, candidates.sorted(), input)
    }

    /// The event as `RuleInput` prepares it, also if nothing in its text concerns any rule.
    private struct Input {
        let prefix: String
        let kinds: [RuleTrigger.Kind]
        let scanResult: TextScanResult
        let systemRules: SystemRules?

        init(_ event: Event, _ set: RuleSet, _ lookup: DirectoryLookup) {
            let policy = set.policy(at: event, lookup.channel)
            prefix = policy.prefix
            kinds = RuleTrigger.Kind.kinds(of: event, prefix: prefix)
            scanResult = set.read(event)
            systemRules = SystemRules(event, policy, restrictsChannels: set.restrictsChannels, channel: lookup.channel)
        }
    }
}

extension [CompiledRule] {
    fileprivate subscript(id: String) -> CompiledRule? { first { $0.id == id } }
}
