package import BotKit
package import MezonModel

/// The full answer of one rule to one event: why it acts, or every reason why it does not.
package struct RuleInquiry: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case disabled
        /// It wakes up for other kinds of event.
        case otherKind(wakesFor: [String], event: String)
        /// It wakes up for this kind, and not for this one of it: another emoji, button, command.
        case otherDetail
        /// A rule before it had the rest stopped.
        case stopped(by: String)
        /// No rule was asked: the event answers something that the bot itself has asked or noted.
        case unasked
        /// Each part that says no; none where all hold.
        case asked([Objection])
        /// It acts, by this part.
        case acts(String)
    }

    package var answer: Answer
    /// Whether what rules remember was looked at.
    package var restsOnState = false
    /// The people and places that were looked up.
    package var observations: Set<DirectoryObservation> = []

    init(_ answer: Answer, restsOnState: Bool = false) {
        self.answer = answer
        self.restsOnState = restsOnState
    }

    init(_ list: ObjectionList) {
        answer = .asked(list.objections)
        restsOnState = list.restsOnState
        observations = list.observations
    }
}

extension RuleSet {
    package var ids: [String] { rules.map(\.id) }

    /// Asks every rule about one event by the event alone: objections that rest on what rules remember are answered from nothing, and
    /// say so.
    package func inquiries(
        about event: Event, _ context: EventContext, surroundings: DirectoryLookup = .unknown
    ) -> [String: RuleInquiry] {
        let policy = policy(at: event, surroundings.channel)
        let facts = Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence,
            prefix: policy.prefix,
            hits: read(event), surroundings: RecordingDirectory(surroundings), memory: RuleState(),
            privateChannels: privateChannels)
        var evaluation = RuleEvaluation(self, facts)
        return inquiries(about: event, prefix: policy.prefix) { rule, trigger in evaluation.inquiry(of: rule, trigger) }
    }

    /// - Parameter ask: asks a rule that one of its triggers has woken.
    func inquiries(
        about event: Event, prefix: String, _ ask: (CompiledRule, RuleTrigger) -> RuleInquiry
    ) -> [String: RuleInquiry] {
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: prefix)
        var inquiries: [String: RuleInquiry] = [:]
        for rule in rules {
            inquiries[rule.id] =
                if rule.mode == .disabled {
                    RuleInquiry(.disabled)
                } else if !rule.triggers.contains(where: { kinds.contains($0.kind) }) {
                    RuleInquiry(.otherKind(wakesFor: rule.triggers.map(\.kind.rawValue), event: event.kind))
                } else if let trigger = rule.triggers.first(where: {
                    kinds.contains($0.kind) && $0.fires(at: event, prefix: prefix)
                }) {
                    ask(rule, trigger)
                } else {
                    RuleInquiry(.otherDetail)
                }
        }
        return inquiries
    }
}

extension RuleEvaluator {
    /// Asks every rule about the event that comes next, with all that is remembered, in the order in which they decide.
    ///
    /// Like `judge`, it leaves behind what the rules did: it is asked last.
    package func inquire(
        _ event: Event, _ context: EventContext, by set: RuleSet, seeing surroundings: DirectoryLookup,
        former: @escaping (String) -> RuleSet? = { _ in nil }
    ) -> [String: RuleInquiry] {
        let policy = set.policy(at: event, surroundings.channel)
        let facts = facts(event, context, set, policy.prefix, set.read(event), RecordingDirectory(surroundings))
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts, former: former)
        evaluation.inquiries = [:]
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: policy.prefix)
        let awake = set.rules.indices.filter { position in
            set.rules[position].mode != .disabled && set.rules[position].triggers.contains { kinds.contains($0.kind) }
        }
        _ = evaluation.run(awake, kinds: kinds, duties: SystemRules(event, policy))
        let asked = evaluation.inquiries ?? [:]
        // Counters and signals wake rules that no event of this kind does.
        return set.inquiries(about: event, prefix: policy.prefix) { rule, _ in asked[rule.id] ?? RuleInquiry(.unasked) }.merging(
            asked
        ) { $1 }
    }
}
