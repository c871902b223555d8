import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RewindPlanTests {
    private static let lab: ClanID = 1_900_000_000_000_000_001
    private static let shop: ClanID = 1_900_000_000_000_000_002
    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let counter: ChannelID = 1_900_000_000_000_000_012
    private static let start = Date(timeIntervalSince1970: 1_767_787_200)
    private static let an = Author(id: 201, username: "an")
    private static let binh = Author(id: 202, username: "binh")

    private static let rules = """
        version: 1
        rules:
          - id: greet
            trigger: message
            when: { text: { contains: hello } }
            then: [{ reply: hi }, { react: "👍" }, { dm: { to: "{{ author }}", text: hi } }, { counter: { add: { name: hellos, scope: user@clan } } }]
          - id: strict
            mode: enforce
            trigger: message
            when: { text: { contains: bad } }
            then: [delete, { mute: { for: 1h, in: here } }, { kick: {} }]
          - id: fan
            trigger: message
            when: { counter: { name: hellos, scope: user@clan, value: ">= 2" } }
            then: [{ set: { var: fan, scope: user@clan, value: "true" } }, { reply: "a fan" }]
          - id: patient
            trigger: message
            when: { text: { contains: wait } }
            then: [{ wait: 1h }, { reply: done }]
        """

    private let harness: RuleTestHarness
    private let ids = IDs()

    private final class IDs {
        private var sequence = SnowflakeSequence(node: 4)
        func next(at date: Date) -> MessageID { MessageID(sequence.next(at: date)) }
    }

    init() async throws {
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": Self.rules], root: "config.yaml", registry: BotRegistry([]))
        harness = try await RuleTestHarness(
            try #require(plan, "\(report)"), as: 900, clan: Self.lab,
            channels: [
                Channel(id: Self.general, clan: Self.lab, label: "general"),
                Channel(id: Self.counter, clan: Self.shop, label: "counter"),
            ],
            members: [Self.an, Self.binh].map { Member(clan: Self.lab, user: $0.id, joinedAt: Self.start - 864_000) })
    }

    /// Journals and decides a message some seconds after the start, and lets everything be sent.
    private func say(_ text: String, by author: Author = an, at seconds: Double, in channel: ChannelID = general) async throws {
        let date = Self.start + seconds
        let clan = channel == Self.general ? Self.lab : Self.shop
        try await live(.make(.make(text: text, in: channel, by: author, id: ids.next(at: date), clan: clan, at: date)))
    }

    private func live(_ entry: NewEntry, isSent: Bool = true) async throws {
        let store = try harness.store
        let length = entry.receivedAt.timeIntervalSince(harness.testStore.time.now)
        if length > 0 { harness.testStore.time.advance(by: .seconds(length)) }
        let last = try await store.reader.lastSequence()
        try await store.journal.append([entry])
        try await harness.work()
        guard isSent else { return }
        let now = harness.testStore.time.now
        let deliveries = try await store.reader.lines(after: last, limit: 10).flatMap(\.deliveries)
        try await store.outbox.settle(
            deliveries.map { DeliveryResult(delivery: $0.id, outcome: .sent(ids.next(at: now)), at: now) })
    }

    private func plan(_ rule: String, since seconds: Double, in clan: ClanID = 0) async throws -> RewindPlan {
        let reader = try harness.store.reader
        let rewinder = try await Rewinder(
            RewindRequest(rule, since: Self.start + seconds, in: clan), reader, today: try await reader.directoryLookup())
        try await rewinder.advance()
        return try await RewindPlan(rewinder, reader, at: harness.testStore.time.now)
    }

    @Test func `messages and reactions of a rule are removed, and a direct message stays`() async throws {
        try await say("hello", at: 0)
        try await say("hello again", at: 60)
        let plan = try await plan("greet", since: 30)
        #expect(plan.entries == 1)
        #expect(plan.removals.map(\.emoji) == [nil, "👍"])
        #expect(plan.remnants.map(\.kind) == ["dm"])
        let counters = plan.state.filter { $0.kind == "counter" }
        #expect(counters.map(\.name) == ["hellos"])
        #expect(counters.first?.value?.contains("\"count\":1") == true)
    }

    @Test func `what still waits to be sent is withdrawn, also a direct message`() async throws {
        try await live(.make(.make(text: "hello", in: Self.general, by: Self.an, clan: Self.lab, at: Self.start)), isSent: false)
        let plan = try await plan("greet", since: -1)
        let last = try await harness.store.reader.lastSequence()
        #expect(plan.removals.compactMap(\.delivery?.cause) == [last, last, last])
        #expect(Set(plan.removals.compactMap(\.delivery?.originalID)).count == 3)
        #expect(plan.removals.map(\.message) == [0, 0, 0])
        #expect(plan.remnants.isEmpty)
    }

    @Test func `what another rule did because of it follows in the state, and its message stays`() async throws {
        try await say("hello", at: 0)
        try await say("hello again", at: 60)
        let plan = try await plan("greet", since: -1)
        #expect(plan.consequences == 1)
        let variable = plan.state.first { $0.kind == "variable" }
        #expect(variable?.name == "fan")
        #expect(variable?.value == nil)
        #expect(plan.removals.count == 4)
    }

    @Test func `a mute is lifted, and a removal and a deletion stay with their case`() async throws {
        try await say("bad", at: 0)
        let plan = try await plan("strict", since: -1)
        #expect(plan.inverses == [.unmute(Self.an.id, in: Self.general)])
        #expect(Set(plan.remnants.map(\.kind)) == ["kick", "delete", "ephemeral"])
        #expect(plan.remnants.compactMap(\.caseNumber).count == 2)
        #expect(plan.event(by: "command", at: Self.start).cases.count == 3)
    }

    @Test func `a mute that a moderator has set, too, stays`() async throws {
        try await say("bad", at: 0)
        var ban = RtBannedUserEvent()
        ban.clanID = Self.lab.rawValue
        ban.channelID = Self.general.rawValue
        ban.userIds = [Self.an.id.rawValue]
        ban.action = 1
        ban.bannerID = Self.binh.id.rawValue
        try await live(try #require(.make(.banUserEvent(ban), at: Self.start + 10)))
        let plan = try await plan("strict", since: -1)
        #expect(plan.inverses.isEmpty)
        #expect(plan.remnants.contains { $0.reason == "also imposed by a moderator" })
    }

    @Test func `only what happened in the named clan is taken back`() async throws {
        try await say("hello", at: 0)
        try await say("hello", at: 10, in: Self.counter)
        let plan = try await plan("greet", since: -1, in: Self.shop)
        #expect(plan.entries == 1)
        #expect(plan.removals.map(\.channel) == [Self.counter, Self.counter])
        let subjects = plan.state.map(\.subject)
        #expect(subjects.allSatisfy { !$0.contains("\(Self.lab)") })
    }

    @Test func `a wait that began before goes on, and a later one is cancelled`() async throws {
        try await say("wait", at: 0)
        try await say("wait", by: Self.binh, at: 60)
        let plan = try await plan("patient", since: 30)
        #expect(plan.jobs.count == 1)
        #expect(plan.jobs.first?.job == nil)
        let waits = plan.state.filter { $0.kind == "wait" }
        #expect(waits.contains { $0.value == nil })
    }

    @Test func `a rule that has done nothing leaves an empty plan`() async throws {
        try await say("hello", at: 0)
        let plan = try await plan("strict", since: -1)
        #expect(plan.isEmpty)
        #expect(plan.entries == 0)
    }
}
