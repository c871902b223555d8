import BotKit
import ChatModel
import Foundation

extension RuleEvaluation {
    /// Records messages in channels whose silence triggers rules. Authors exempt from a rule do not end its silence.
    mutating func hearVoice() {
        guard case .message(let message) = facts.event else { return }
        for position in set.silenceRules {
            let rule = set.rules[position]
            guard let (trigger, watch) = rule.silence else { continue }
            facts.rule = rule.id
            facts.trigger = trigger.id
            facts.executionMode = rule.executionMode
            guard rule.applies(facts, trigger), rule.exemption.exempting(facts) == nil else { continue }
            let name = SilenceID(rule.id, message.channel)
            let last = facts.state.expiredEntry(name.key)
            if let last, last.at >= facts.now { continue }
            facts.state.change(name.key, .set(StateEntry(at: facts.now)), in: .real, at: facts.now)
            guard last == nil, let due = watch.due(after: facts.now, in: facts.clan) else { continue }
            schedule(
                rule, ScheduledJob(name.text, due: due, clan: facts.clan, channel: message.channel),
                because: "a message was sent")
        }
    }

    /// Triggers a rule because of silence, unless there was a message in the meantime.
    mutating func handleSilence(_ name: SilenceID, _ occurrence: SystemEvent.Occurrence) {
        guard let rule = set.rules.first(where: { $0.id == name.rule }), rule.mode != .disabled,
            let (trigger, watch) = rule.silence
        else {
            facts.state.change(name.key, .forget, in: .real, at: facts.now)
            return decision.misses.append(
                .init(author: occurrence.author, reason: "the rule no longer has a 'silence' trigger"))
        }
        guard let last = facts.state.expiredEntry(name.key) else {
            return miss(rule, "silence", "no message since the last trigger")
        }
        guard let due = watch.due(after: last.at, in: facts.clan) else {
            facts.state.change(name.key, .forget, in: .real, at: facts.now)
            return miss(rule, "silence", "its clock never opens again")
        }
        if due > facts.now {
            var next = occurrence.job
            next.due = due
            next.note = .null
            return schedule(rule, next, because: "a message was sent since")
        }
        if postponeForBackfill(rule, occurrence) { return }
        facts.state.change(name.key, .forget, in: .real, at: facts.now)
        evaluate(rule, trigger)
    }

    private mutating func schedule(_ rule: CompiledRule, _ job: ScheduledJob, because reason: String) {
        decision.results.append(
            AuthorResult(author: rule.author, actions: [.schedule(job)], reason: reason, summary: "waits for silence"))
    }
}

extension CompiledRule {
    /// The rule's silence trigger.
    fileprivate var silence: (RuleTrigger, SilenceTrigger)? {
        triggers.lazy.compactMap { trigger in
            if case .silence(let watch, _) = trigger.detail { (trigger, watch) } else { nil }
        }.first
    }
}
