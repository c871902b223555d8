package import BotKit
package import ChatModel

extension RuleSet {
    package var ids: [String] { rules.map(\.id) }

    /// Returns the explanations of all rules based on the event alone. Objections that depend on rule state are evaluated against
    /// an empty state and are marked accordingly.
    package func inquiries(
        about event: Event, _ context: EventContext, lookup: DirectoryLookup = .unknown
    ) -> [String: RuleInquiry] {
        let policy = policy(at: event, lookup.channel)
        let facts = Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence,
            prefix: policy.prefix,
            hits: read(event), directory: RecordingDirectory(lookup), state: RuleState(),
            privateChannels: privateChannels)
        var evaluation = RuleEvaluation(self, facts)
        return inquiries(about: event, prefix: policy.prefix) { rule, trigger in evaluation.inquiry(of: rule, trigger) }
    }

    /// Returns the explanations of all rules, including those that are disabled or have no trigger for the event.
    ///
    /// - Parameter explain: Explains a rule for the trigger that fires.
    func inquiries(
        about event: Event, prefix: String, _ explain: (CompiledRule, RuleTrigger) -> RuleInquiry
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
                    explain(rule, trigger)
                } else {
                    RuleInquiry(.otherDetail)
                }
        }
        return inquiries
    }
}

extension RuleEvaluator {
    /// Returns the explanations of all rules for the next event with the current state, in evaluation order. The state does not
    /// change.
    package func inquire(
        _ event: Event, _ context: EventContext, by set: RuleSet, seeing lookup: DirectoryLookup,
        formerRevision: @escaping (String) -> RuleSet? = { _ in nil }
    ) -> [String: RuleInquiry] {
        let policy = set.policy(at: event, lookup.channel)
        let facts = fork().facts(event, context, set, policy.prefix, set.read(event), RecordingDirectory(lookup))
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts, formerRevision: formerRevision)
        evaluation.inquiries = [:]
        evaluation.outcomes = []
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: policy.prefix)
        let awake = set.rules.indices.filter { position in
            set.rules[position].mode != .disabled && set.rules[position].triggers.contains { kinds.contains($0.kind) }
        }
        let systemRules = SystemRules(
            event, policy, restrictsChannels: set.restrictsChannels, channel: facts.directory.channel)
        _ = evaluation.run(awake, kinds: kinds, systemRules: systemRules)
        let asked = evaluation.inquiries ?? [:]
        // Counters and signals trigger rules that have no trigger for this kind of event.
        return set.inquiries(about: event, prefix: policy.prefix) { rule, _ in asked[rule.id] ?? RuleInquiry(.unasked) }.merging(
            asked
        ) { $1 }
    }
}
