import BotConfiguration
import BotKit
import ChatModel
import Foundation
import PatternMatching

/// Runs one test of one rule, alone and enforced, with no state except what the test sets.
struct RuleTestRunner {
    let set: RuleSet
    let rule: CompiledRule
    let test: RuleTest
    private let events: RuleTestEvents

    /// - Parameter trigger: The trigger to test; by default the first one of the rule.
    init(set: RuleSet, rule: CompiledRule, test: RuleTest, trigger: RuleTrigger? = nil) {
        self.set = set
        self.rule = rule
        self.test = test
        events = RuleTestEvents(rule: rule, given: test.given, trigger: trigger ?? rule.triggers.first)
    }

    /// Returns the failures; empty if the test passes.
    func failures() -> [String] {
        let state = RuleState()
        var outcome: RuleEvaluation.Outcome?
        for index in 0..<test.given.times {
            let now = Date(timeIntervalSince1970: test.given.at + test.given.every * Double(index))
            let event = events.event(at: now, number: index + 1)
            var facts = facts(event, now, state)
            if index == 0 { setUpState(facts) }
            facts.variables = test.given.variables
            outcome = decide(event, facts)
        }
        return compare(outcome, state)
    }

    /// Returns the outcome for one event as the test gives it; `nil` if no trigger of the rule fires.
    func outcome() -> RuleEvaluation.Outcome? {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = events.event(at: now, number: 1)
        let facts = facts(event, now, RuleState())
        setUpState(facts)
        return decide(event, facts)
    }

    /// Returns the outcomes of all rules of the set that one event reaches, in their order.
    func outcomes() -> [RuleEvaluation.Outcome] {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = events.event(at: now, number: 1)
        var facts = facts(event, now, RuleState())
        setUpState(facts)
        facts.variables = test.given.variables
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.outcomes = []
        _ = evaluation.run(Array(set.rules.indices), kinds: RuleTrigger.Kind.kinds(of: event, prefix: facts.prefix))
        return evaluation.outcomes ?? []
    }

    /// Returns whether the rules of the set trigger each other until they are cut off, once the first one has been triggered.
    func triggersEndlessly() -> Bool {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = events.event(at: now, number: 1)
        let facts = facts(event, now, RuleState())
        setUpState(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.runFirst()
        evaluation.followUp()
        return evaluation.isCutOff
    }

    private func decide(_ event: Event, _ facts: Facts) -> RuleEvaluation.Outcome? {
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: facts.prefix)
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.outcomes = []
        switch events.trigger?.kind {
        case .counter, .sanction, .level: evaluation.runFirst()
        default: _ = evaluation.run([0], kinds: kinds)
        }
        guard var outcome = evaluation.outcomes?.first(where: { $0.rule == rule.id }) else { return nil }
        var wakeupJob = evaluation.decision.scheduledJob
        // Actions after waits count as well. The bound stops a loop that only a defect could cause.
        for _ in 0..<100 {
            guard let next = wakeupJob else { break }
            var rest = RuleEvaluation(
                set, self.facts(.system(.due(.init(author: rule.author, next, at: next.due))), next.due, facts.state))
            rest.outcomes = []
            wakeupJob = rest.run([], kinds: []).scheduledJob
            outcome.performed += rest.outcomes?.first?.performed ?? []
        }
        return outcome
    }

    private func compare(_ outcome: RuleEvaluation.Outcome?, _ state: RuleState) -> [String] {
        let expected = test.expected
        guard let outcome else {
            return expected.hit ? ["no trigger of the rule fires for this event"] : []
        }
        var failures: [String] = []
        if outcome.hit != expected.hit {
            failures.append(
                outcome.hit
                    ? "the rule matches because of \(outcome.detail)" : "the rule does not match: \(Self.sentence(outcome))")
        }
        if let part = expected.because, outcome.part != part, outcome.hit == expected.hit {
            failures.append("the deciding part is \(outcome.part) (\(outcome.detail)), not \(part)")
        }
        if let actions = expected.actions, outcome.hit, actions.sorted() != outcome.performed.sorted() {
            failures.append(
                "the rule requests \(outcome.performed.joined(separator: ", ")), not \(actions.joined(separator: ", "))")
        }
        let last = Date(timeIntervalSince1970: test.given.at + test.given.every * Double(test.given.times - 1))
        for (name, count) in expected.counters.sorted(by: { $0.key < $1.key }) {
            let found = state.counts(named: name, at: last).max() ?? 0
            if found != count { failures.append("the counter \(name) is \(found), not \(count)") }
        }
        return failures
    }

    private static func sentence(_ outcome: RuleEvaluation.Outcome) -> String {
        outcome.detail.isEmpty ? outcome.part : "\(outcome.part): \(outcome.detail)"
    }

    private func facts(_ event: Event, _ now: Date, _ state: RuleState) -> Facts {
        let given = test.given
        let member = Member(
            clan: RuleTestEvents.clan, user: given.user, roles: given.roles, joinedAt: now.addingTimeInterval(-given.memberFor),
            isBot: given.isBot)
        var channel = Channel(id: events.channelID, clan: events.clanID, label: "test", category: rule.scope.exampleCategory ?? 0)
        if let isStarter = given.isThreadStarter {
            channel.kind = .thread
            channel.creator = isStarter ? given.user : RuleTestEvents.mentioned
        }
        return Facts(
            event: event, now: now, me: RuleTestInput.me, isLate: given.isLate, sequence: 0,
            prefix: set.policies[events.clanID].prefix,
            hits: set.read(event),
            directory: RecordingDirectory(
                DirectoryLookup(
                    member: { [events] user, _ in user == member.user ? member : events.person(user, at: now) },
                    channel: { [channel] in $0 == channel.id ? channel : nil }, clan: { Clan(id: $0, name: "test") },
                    channels: { [channel] _ in [channel] },
                    user: { [events] user, _ in user == given.user ? events.author : nil },
                    message: { [events] id, _, _ in events.earlierMessage(id, at: now) })),
            state: state, privateChannels: set.privateChannels)
    }
}

extension RuleDecision {
    /// The job that ends the rule's wait.
    fileprivate var scheduledJob: ScheduledJob? {
        results.lazy.flatMap(\.actions).compactMap { action -> ScheduledJob? in
            if case .schedule(let job) = action,
                [WaitID.prefix, MentionID.prefix].contains(where: job.name.hasPrefix)
            {
                job
            } else {
                nil
            }
        }.first
    }
}
