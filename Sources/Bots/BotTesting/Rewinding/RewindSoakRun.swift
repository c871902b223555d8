import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Moderation
import Replay
import RuleEngine
import Storage

/// A randomized test that rewinds a rule of a clan with random rules, messages, reactions, jobs and restarts, and compares the result
/// with a clan that has lived through the same without the rule.
package struct RewindSoakRun {
    package struct Outcome: Sendable {
        package var histories = 0
        /// The number of histories after whose rewind state and jobs are those of the clan without the rule, and whose replay is exact.
        package var exact = 0
        /// The number of histories in which something was taken back.
        package var changed = 0
        package var stateEntries = 0
        package var jobs = 0
        package var measures = 0
        package var removals = 0
        /// The number of rewinds whose process ended before their turn was stored; they have to change nothing.
        package var interrupted = 0
        /// The number of rewinds during which events came, and of those that changed nothing because of them.
        package var disturbed = 0
        package var refused = 0
        /// The number of histories in which another rewind had taken back something of the same time before.
        package var repeated = 0
        package var mistakes: [String] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.histories += other.histories
            sum.exact += other.exact
            sum.changed += other.changed
            sum.stateEntries += other.stateEntries
            sum.jobs += other.jobs
            sum.measures += other.measures
            sum.removals += other.removals
            sum.interrupted += other.interrupted
            sum.disturbed += other.disturbed
            sum.refused += other.refused
            sum.repeated += other.repeated
            sum.mistakes += other.mistakes
        }
    }

    private static let count = "{ counter: { add: { name: ours, scope: clan } } }"
    private static let countAuthor = "{ counter: { add: { name: mine, scope: user@clan } } }"
    static let others = [
        ("greet", "when: { text: { contains: [hello] } }, then: [{ reply: hi }, { wait: 2m }, \(count)]"),
        ("strict", "mode: enforce, when: { text: { contains: [gift] } }, then: [{ escalate: { ladder: standard } }]"),
        ("rude", "mode: enforce, when: { text: { contains: [nitro] } }, then: [delete, { escalate: { ladder: standard } }]"),
        ("pinger", "when: { text: { contains: [token] } }, then: [{ signal: ping }]"),
        ("raid", "when: { counter: { name: ours, scope: clan, value: \">= 4\" } }, then: [{ set_level: { to: raid, for: 3m } }]"),
        ("shady", "mode: shadow, when: { text: { contains: [token] } }, then: [\(countAuthor)]"),
    ]
    static let followers = [
        ("pong", "trigger: { signal: ping }, then: [\(count), { send: { to: general, text: pong } }]"),
        ("alarm", "trigger: { level: raid }, then: [{ send: { to: general, text: raid } }, \(count)]"),
        ("liked", "trigger: reaction, then: [\(countAuthor)]"),
    ]

    var clan: RandomClan
    let seed: UInt64
    var outcome = Outcome()

    package init(seed: UInt64) {
        self.seed = seed
        clan = RandomClan(seed: seed)
        for index in clan.rules.indices where Bool.random(using: &clan.random) { clan.rules[index].measures = ["warn"] }
    }

    /// Runs the test.
    ///
    /// - Parameter events: The number of messages before the rewind.
    package mutating func run(events: Int = 24) async throws -> Outcome {
        let names = clan.rules.map(\.id) + (Self.others + Self.followers).map(\.0)
        let rule = names[Int.random(in: names.indices, using: &clan.random)]
        let (plan, reduced) = (try plan(without: nil), try plan(without: rule))
        let versions = [plan.rules.version, reduced.rules.version]
        var with = try await RewindClan(plan)
        var without = try await RewindClan(plan)
        let steps = clan.steps(events)
        let start = Int.random(in: 0..<steps.count, using: &clan.random)
        var since: Date?
        for (number, step) in steps.enumerated() {
            if number >= start, since == nil, let now = step.time {
                since = now
                try await occur(through: now, &with, &without)
                try await without.harness.reload(reduced)
                try await align(&with, &without)
            }
            try await live(step, &with, &without)
            if since != nil { try await react(to: rule, since: since, &with, &without) }
        }
        outcome.histories = 1
        try await rewindBefore(rule, since: since ?? .distantFuture, &with, &without)
        let problem = try await rewind(RewindRequest(rule, since: since ?? .distantFuture), &with, &without, versions)
        if let problem { outcome.mistakes.append("seed \(seed), \(rule): \(problem)") } else { outcome.exact = 1 }
        try with.harness.testStore.close()
        try without.harness.testStore.close()
        return outcome
    }

    private func plan(without rule: String?) throws -> CompiledConfiguration {
        let limits = "limits: { per_minute: 1000000, per_day: 1000000 }"
        let own = clan.rules.filter { $0.id != rule }.map(\.yaml)
        let others =
            Self.others.filter { $0.0 != rule }.map { "  - { id: \($0), trigger: message, \(limits), \($1) }" }
            + Self.followers.filter { $0.0 != rule }.map { "  - { id: \($0), \(limits), \($1) }" }
        let text = """
            version: 1
            names:
              channels: { \(RandomClan.channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")) }
              roles: { staff: "\(RandomClan.staff)" }
            ladders:
              standard:
                counter: strikes
                scope: user@clan
                steps: [{ at: 1, then: [warn] }, { at: 3, then: [{ mute: { for: 2m, in: here } }] }, { at: 5, then: [kick] }]
            rules:
            \((own + others).joined(separator: "\n"))
              - { id: elder, trigger: message, when: { author: { messages_seen: "> 100000" } }, then: [{ react: x }] }

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        guard let plan else { throw RandomClanError.unreadable(report.human()) }
        return plan
    }

    private func live(_ step: RandomClan.Step, _ with: inout RewindClan, _ without: inout RewindClan) async throws {
        guard let entry = try step.entry else {
            try await with.harness.restart()
            return try await without.harness.restart()
        }
        try await occur(through: entry.receivedAt, &with, &without)
        try await with.live(entry)
        try await without.live(entry)
        try await align(&with, &without)
    }

    /// Lets jobs fall due in both clans, in the order of their times.
    private func occur(through now: Date, _ with: inout RewindClan, _ without: inout RewindClan) async throws {
        while true {
            let left = try await with.harness.store.jobs.due(at: now, limit: 100)
            let right = try await without.harness.store.jobs.due(at: now, limit: 100)
            let next = (left + right).min { ($0.job.due, $0.author, $0.job.name) < ($1.job.due, $1.author, $1.job.name) }
            guard let next else { return }
            func isNext(_ job: StoredJob) -> Bool {
                job.author == next.author && job.job.name == next.job.name && job.job.due == next.job.due
            }
            if let job = left.first(where: isNext) { try await with.occur(job) }
            if let job = right.first(where: isNext) { try await without.occur(job) }
            try await align(&with, &without)
        }
    }

    /// Makes both journals equally long: names of waits and strikes contain the sequences of entries.
    func align(_ with: inout RewindClan, _ without: inout RewindClan) async throws {
        let last = max(try await with.reader.lastSequence(), try await without.reader.lastSequence())
        try await with.fill(to: last)
        try await without.fill(to: last)
    }

    /// Lets a member react to a message of the rule, which does not exist without it.
    private mutating func react(
        to rule: String, since: Date?, _ with: inout RewindClan, _ without: inout RewindClan
    ) async throws {
        guard Int.random(in: 0..<5, using: &clan.random) == 0, let sent = with.sent.last(where: { $0.author == "rule:\(rule)" }),
            let cause = try await with.reader.entry(sent.cause), cause.receivedAt >= since ?? .distantFuture
        else { return }
        var reaction = ApiMessageReaction()
        reaction.emoji = "👍"
        reaction.senderID = RandomClan.people[Int.random(in: RandomClan.people.indices, using: &clan.random)].id.rawValue
        reaction.channelID = sent.channel.rawValue
        reaction.messageID = sent.message.rawValue
        reaction.clanID = ClanID.test.rawValue
        reaction.messageSenderID = RandomClan.me.rawValue
        let now = with.harness.testStore.time.now
        guard let entry = NewEntry.make(.messageReactionEvent(reaction), at: now) else {
            throw RandomClanError.unreadable("a reaction")
        }
        try await with.live(entry)
        try await align(&with, &without)
    }

    /// Rewinds the rule, with restarts and events in between, and returns what is wrong then; nil for nothing.
    private mutating func rewind(
        _ request: RewindRequest, _ with: inout RewindClan, _ without: inout RewindClan, _ versions: [String]
    ) async throws -> String? {
        for attempt in 0..<20 {
            let store = try with.harness.store
            let before = try await with.state(versions: versions)
            let service = RewindService(store, rules: with.harness.ruleEngine, time: with.harness.testStore.time)
            guard let event = try await service.prepare(request, by: SystemEvent.command) else { break }
            let isInterrupted = attempt == 0 && seed.isMultiple(of: 3)
            let isDisturbed = attempt < 3 && seed % 3 == 1
            if isDisturbed {
                outcome.disturbed += 1
                for step in clan.laterSteps(after: with.harness.testStore.time.now) { try await live(step, &with, &without) }
            }
            try await store.journal.append([NewEntry(system: .rewind(event))])
            if isInterrupted {
                outcome.interrupted += 1
                if seed.isMultiple(of: 2) { try await with.harness.work { _ in 1 } }
                try await with.harness.restart()
            }
            try await with.work()
            try await align(&with, &without)
            guard try await isCarriedOut(with) else {
                outcome.refused += isDisturbed ? 1 : 0
                let after = try await with.state(versions: versions)
                if !isDisturbed, !isInterrupted { return "nothing happened without a reason" }
                if !isDisturbed, after != before { return "an interrupted rewind has changed \(Self.difference(before, after))" }
                continue
            }
            if isInterrupted { return "a rewind took place in another process than the one that computed it" }
            outcome.changed = 1
            outcome.stateEntries = event.state.count
            outcome.jobs = event.jobs.count
            outcome.measures = event.cases.count
            outcome.removals = event.removals.count
            break
        }
        return try await mistake(request, with, without, versions)
    }

    private func isCarriedOut(_ clan: RewindClan) async throws -> Bool {
        guard let entry = try await clan.reader.rewinds().last else { return false }
        let trace = try await clan.reader.line(entry.sequence)?.trace ?? Trace()
        return trace.steps.contains { $0.who == "system:rewind" && $0.what != "nothing" }
    }

    private func mistake(
        _ request: RewindRequest, _ with: RewindClan, _ without: RewindClan, _ versions: [String]
    ) async throws -> String? {
        let (left, right) = (try await with.state(versions: versions), try await without.state(versions: versions))
        guard left == right else { return "the state differs: \(Self.difference(right, left))" }
        var filter = CaseFilter()
        filter.author = "rule:\(request.rule)"
        filter.since = request.since
        if let open = try await with.reader.cases(filter).first(where: \.isOpen) {
            let cause = try await with.reader.entry(open.cause)
            if let cause, cause.receivedAt >= request.since, !cause.kind.hasPrefix("system") {
                return "case \(open.number) is open"
            }
        }
        var found: [ReplayDifference] = []
        let replayer = Replayer(try with.reader, today: try await with.reader.directoryLookup())
        let summary = try await replayer.run { found.append($0) }
        guard found.isEmpty, summary.isExact else {
            return "the replay differs: \(found.prefix(3).map { $0.line(in: .gmt) })"
        }
        return nil
    }

    private static func difference(_ expected: Set<String>, _ found: Set<String>) -> String {
        (expected.subtracting(found).sorted().prefix(4).map { "\n  missing \($0)" }
            + found.subtracting(expected).sorted().prefix(4).map { "\n  extra \($0)" }).joined()
    }
}

extension RandomClan {
    /// Some messages more.
    fileprivate mutating func laterSteps(after now: Date) -> [Step] {
        var ids = SnowflakeSequence(node: 6)
        return (1...2).map { number in
            let date = now + Double(number)
            return .message(message(MessageID(ids.next(at: date)), at: date))
        }
    }
}

extension RandomClan.Step {
    fileprivate var time: Date? {
        switch self {
        case .message(let message): message.createdAt
        case .role(_, _, let date): date
        case .restart: nil
        }
    }
}
