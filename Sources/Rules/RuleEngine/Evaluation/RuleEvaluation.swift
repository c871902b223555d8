import BotKit
import ChatModel
import Foundation
import PatternMatching
import Recurrence

/// The evaluation of one event by the rules of one revision.
struct RuleEvaluation {
    let set: RuleSet
    var facts: Facts
    var decision = RuleDecision()
    /// Looks up earlier revisions by version, for waits and timers that they started.
    let formerRevision: (String) -> RuleSet?
    /// A Boolean value that indicates whether the evaluation continues an earlier event.
    var isContinued = false
    /// A Boolean value that indicates whether the rule evaluated last has deferred actions.
    var isWaiting = false
    /// The outcome of each evaluated rule; `nil` unless it was requested.
    var outcomes: [Outcome]?
    /// The full explanation of each rule; `nil` unless it was requested.
    var inquiries: [String: RuleInquiry]?
    /// A Boolean value that indicates whether it is recorded that rules do not apply to the event's channel.
    var recordsOutside = true
    /// The rules whose thresholds are read, and what was read.
    var readRules: Set<String> = []
    var readings: [ThresholdReading] = []
    /// Returns the time since a fixed moment, to measure how long rules take; nil to measure nothing.
    let uptime: (@Sendable () -> Duration)?
    /// The time that each evaluated rule has taken.
    var costs: [(rule: String, time: Duration)] = []
    /// The changes made by enforced rules for which no rule has been triggered yet.
    var followUps: [FollowUp] = []
    /// The variables that enforced rules have set. `simulated` holds those of each rule in shadow mode.
    var variables: [String: String]
    private var simulated: [String: [String: String]] = [:]
    private(set) var stopped: (reach: StopExtent, by: String)?
    /// A Boolean value that indicates whether a chain of rules that trigger each other was cut off.
    var isCutOff = false

    struct Outcome: Hashable, Sendable {
        var rule: String
        var hit: Bool
        /// The deciding part.
        var part: String
        var detail: String
        /// The part of the text that a condition found.
        var found: String?
        /// The names of the requested actions. Ladders and branches count as one.
        var performed: [String] = []
    }

    /// The id of the revision, which an entry or a job names.
    var revision: String {
        facts.state.use?.namesRevision = true
        return set.version
    }

    /// The policy of the event's clan.
    var policy: RulePolicy { self.set.policies[facts.clan] }

    private static let maxMisses = 24  // Per trace, to keep it readable.
    private static let outside = Miss(part: "in", detail: "this channel is not included")
    private static let outsideSentence = outside.sentence

    init(
        _ set: RuleSet, _ facts: Facts, measuringWith uptime: (@Sendable () -> Duration)? = nil,
        formerRevision: @escaping (String) -> RuleSet? = { _ in nil }
    ) {
        self.set = set
        self.uptime = uptime
        self.formerRevision = formerRevision
        self.facts = facts
        variables = facts.variables
        decision.version = set.version
    }

    /// Evaluates all candidate rules in order, after the built-in rules, and returns the decision.
    mutating func run(_ candidates: [Int], kinds: [RuleTrigger.Kind], systemRules: SystemRules? = nil) -> RuleDecision {
        if let systemRules {
            let level = facts.level
            if let removal = systemRules.removal(facts, policy, set) {
                decision.results = [removal]
                stopped = (.all, removal.author)
            } else {
                decision.results = systemRules.perform(facts, policy, set)
            }
            // What moderators have approved is a sanction of the rule that asked them.
            followUps = decision.results.filter { RuleAuthor.isRule($0.author) }.flatMap { result in
                result.cases.map { .sanction(Sanction(kind: $0.kind, user: $0.user, rule: RuleAuthor.rule(of: result.author))) }
            }
            if !systemRules.isRewind, facts.level != level { followUps.append(.level(facts.level)) }
            if systemRules.isHandledInternally {
                followUp()
                return decision
            }
        }
        if case .system(.due(let occurrence)) = facts.event, occurrence.isDismissed {
            abandon(occurrence)
            return decision
        }
        if let wait = WaitID(endingWith: facts.event) {
            resume(wait)
            followUp()
            return decision
        }
        if let mention = MentionID(endingWith: facts.event), case .system(.due(let occurrence)) = facts.event {
            handleUnanswered(mention, occurrence)
            followUp()
            return decision
        }
        if let silence = SilenceID(comingWith: facts.event), case .system(.due(let occurrence)) = facts.event {
            handleSilence(silence, occurrence)
            followUp()
            return decision
        }
        if handleFall() { return decision }
        if stopped == nil, set.awaits(to: facts.event) { checkAwaitedAnswers() }
        var stage: RuleStage?
        // Looked up for the first rule that is triggered: an event that triggers none looks up no channel.
        var scopes: [ChannelReach.Scope] = []
        for position in candidates {
            // A rule of other channels leaves nothing but a line in the trace, which has room for few.
            if !scopes.isEmpty, scopes[position] == .outside, !recordsOutside || !recordsMisses { continue }
            let rule = set.rules[position]
            if let stopped {
                guard stopped.reach == .stage, rule.stage != stage else {
                    if inquiries != nil,
                        let trigger = rule.triggers.first(where: {
                            kinds.contains($0.kind) && $0.fires(at: facts.event, prefix: facts.prefix)
                        })
                    {
                        let inquiry = inquiry(of: rule, trigger, stoppedBy: stopped.by)
                        inquiries?[rule.id] = inquiry
                    }
                    continue
                }
                self.stopped = nil
            }
            stage = rule.stage
            guard
                let trigger = rule.triggers.first(where: {
                    kinds.contains($0.kind) && $0.fires(at: facts.event, prefix: facts.prefix)
                })
            else { continue }
            if scopes.isEmpty { scopes = set.reach(of: facts).scopes }
            if scopes[position] == .outside, inquiries == nil {
                if recordsOutside { record(Self.outside, of: rule, as: Self.outsideSentence) }
                continue
            }
            evaluate(rule, trigger, isInside: scopes[position] == .inside)
            if stopped?.reach == .all, inquiries == nil { break }
        }
        followUp()
        if let stopped, stopped.reach == .all { decision.stops = "stopped by \(stopped.by)" }
        return decision
    }

    /// Evaluates the first rule as if its first trigger had fired, for triggers that no server event fires.
    mutating func runFirst() {
        guard let rule = set.rules.first, let trigger = rule.triggers.first else { return }
        evaluate(rule, trigger)
    }

    /// Sets up the facts for a rule.
    mutating func prepare(_ rule: CompiledRule, _ trigger: RuleTrigger) {
        facts.rule = rule.id
        facts.trigger = trigger.id
        facts.executionMode = facts.isLate && rule.late.policy == .shadow ? .shadow(rule: rule.id) : rule.executionMode
        facts.variables =
            facts.executionMode == .real ? variables : variables.merging(simulated[rule.id] ?? [:]) { _, own in own }
    }

    /// - Parameter isInside: A Boolean value that indicates whether the rule is known to apply to the event's channel.
    mutating func decide(_ rule: CompiledRule, _ trigger: RuleTrigger, isInside: Bool) {
        prepare(rule, trigger)
        guard isInside || rule.applies(facts, trigger) else {
            if recordsOutside { record(Self.outside, of: rule, as: Self.outsideSentence) }
            return
        }
        if let reason = trigger.skipReason(facts) { return miss(rule, "schedule.calendar", reason) }
        if facts.isLate, skipsLate(rule) { return miss(rule, "late", "the event was recovered after an outage") }
        if let exemption = rule.exemption.exempting(facts) { return miss(rule, "except", exemption) }
        if isDisabled(rule) { return miss(rule, "limits", "disabled because it exceeded its limits") }
        let overlap = overlap(of: rule, trigger)
        if overlap == .skip { return miss(rule, "schedule.overlap", "an earlier run is not finished") }
        if readRules.contains(rule.id) { readings += rule.readings(facts) }
        switch rule.when?.decide(facts) ?? .holds(Reason("always")) {
        case .holds(var reason):
            if let people = facts.reactingPeople { reason.found.count = people }
            if case .unanswered(let watch) = trigger.detail { return arm(rule, watch, reason) }
            if overlap == .replaceEarlier { endWaits(of: rule, because: "the next run has started") }
            hit(rule, reason, begin: overlap == .wait ? .queued : delay(of: rule, trigger).map(Origin.at) ?? .now)
        case .fails(let reason):
            guard rule.otherwise.isEmpty || trigger.kind == .unanswered else {
                return act(rule, .otherwise, Reason("otherwise", reason.sentence))
            }
            miss(rule, reason.part, reason.detail)
        }
    }

    func skipsLate(_ rule: CompiledRule) -> Bool {
        if rule.late.policy == .skip { return true }
        // The delay can only be measured against later events, so the newest event seen is used.
        guard let longest = rule.late.maxAge else { return false }
        return facts.state.latest.timeIntervalSince(facts.now) > longest
    }

    enum Origin {
        case now, queued
        case at(Date)
    }

    private mutating func hit(_ rule: CompiledRule, _ reason: Reason, begin: Origin) {
        guard let cooldown = rule.cooldown else { return act(rule, .then, reason, begin: begin) }
        let key = StateKey(.cooldown, rule.id, facts.subject(cooldown.scope))
        if facts.stateEntry(key) != nil {
            guard !cooldown.whileActive.isEmpty else { return miss(rule, "cooldown", "it acted recently") }
            return act(rule, .whileActive, reason, note: "cooling down")
        }
        act(rule, .then, reason, coolingDown: (key, cooldown.length), begin: begin)
    }

    /// Performs an action list of a rule, within its limits.
    ///
    /// - Parameter coolingDown: The cooldown to start. It is set in the execution mode in which the rule finally acts, because a
    ///   simulated action must not block real ones.
    mutating func act(
        _ rule: CompiledRule, _ list: ActionList, _ reason: Reason, note: String = "",
        coolingDown: (key: StateKey, length: Double)? = nil, begin: Origin = .now
    ) {
        var note = note
        if let limit = personalLimit(of: rule) {
            return miss(
                rule, "limits", "\(facts.handle(of: facts.actor)) triggered it \(limit) times in a minute in this channel")
        }
        if let breach = countHit(of: rule) {
            note = note.isEmpty ? breach : "\(note); \(breach)"
            facts.executionMode = .shadow(rule: rule.id)
        }
        if let coolingDown {
            var entry = StateEntry(at: facts.now)
            entry.until = facts.now.addingTimeInterval(coolingDown.length)
            facts.state.change(coolingDown.key, .set(entry), in: facts.executionMode, at: facts.now)
        }
        var context = ActionContext(facts: facts, rule: rule, reason: reason, version: set.version, policy: policy, list: list)
        switch begin {
        case .now: context.perform(rule.actions(in: list))
        case .queued: context.queueUp()
        case .at(let moment): context.wait(until: moment)
        }
        finish(context, reason, note: note)
    }

    /// Adds the results of a rule.
    mutating func finish(_ context: ActionContext, _ reason: Reason, note: String) {
        let rule = context.rule
        isWaiting = context.isWaiting
        outcomes?.append(
            Outcome(
                rule: rule.id, hit: reason.part != "otherwise", part: reason.part, detail: reason.sentence,
                found: reason.found.text?.text, performed: context.performed))
        let isShadow = context.facts.executionMode != .real
        decision.results += context.results(isShadow: isShadow, note: note, isContinued: isContinued)
        guard !isShadow else {
            simulated[rule.id] = context.facts.variables.filter { variables[$0.key] != $0.value }
            return
        }
        for ended in context.endedWaits { end(ended) }
        variables = context.facts.variables
        followUps += context.followUps
        followUps += context.documentedCases.map { .sanction(Sanction(kind: $0.kind, user: $0.user, rule: rule.id)) }
        if let reach = context.stop, reach != .rule { stopped = (reach, rule.id) }
    }

    mutating func miss(_ rule: CompiledRule, _ part: String, _ detail: String) {
        let miss = Miss(part: part, detail: detail)
        record(miss, of: rule, as: miss.sentence)
    }

    private mutating func record(_ miss: Miss, of rule: CompiledRule, as sentence: @autoclosure () -> String) {
        outcomes?.append(Outcome(rule: rule.id, hit: false, part: miss.part, detail: miss.detail))
        guard decision.misses.count < Self.maxMisses else { return }
        decision.misses.append(.init(author: rule.author, reason: sentence()))
    }

    /// A Boolean value that indicates whether it is still recorded that a rule did not act.
    private var recordsMisses: Bool { outcomes != nil || decision.misses.count < Self.maxMisses }
}
