import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

/// A backtest equals a live clan in which people who are muted or removed are refused.
@Suite(.timeLimit(.minutes(15)))
struct CausalBacktestTests {
    private static let rules = """
        version: 1
        names: { channels: { one: "1900000000000000011", log: "1900000000000000014" } }
        moderation: { channel: log }
        ladders:
          standard:
            counter: strikes
            scope: user@clan
            steps:
              - { at: 2, then: [warn] }
              - { at: 4, then: [{ mute: { for: 20m, in: here } }] }
              - { at: 6, then: [kick] }
        rules:
          - id: flood
            mode: enforce
            trigger: message
            when: { flood: { count: "> 6", within: 60s, per: user } }
            then: [delete, { mute: { for: 10m, in: here } }]
          - id: links
            mode: enforce
            trigger: [message, edit]
            when: { links: { count: ">= 9" } }
            then: [{ escalate: { ladder: standard } }]
          - id: greeting
            trigger: message
            when: { text: { contains: hello } }
            then: [{ reply: hi }, { wait: 3m }, { send: { to: one, text: "still here?" } }]
          - { id: rude, mode: enforce, trigger: message, when: { text: { contains: "đồ ngu" } }, then: [warn] }
          - { id: lucky, trigger: message, when: { text: { contains: ok } }, then: [{ react: "👍" }] }
        bots: { counting: { enabled_in: all }, hushing: { enabled_in: all, grants: [moderate] } }

        """

    private static func plan(_ changes: [(String, String)] = []) throws -> CompiledConfiguration {
        let text = changes.reduce(rules) { text, change in
            #expect(text.contains(change.0))
            return text.replacing(change.0, with: change.1)
        }
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([CountingBot.self, HushingBot.self]))
        return try #require(plan, "\(report)")
    }

    private static let traffic = events(from: RecordedRun.start)

    private static func events(from start: Date) -> [NewEntry] {
        var generator = TrafficGenerator(
            seed: 11, clan: RecordedRun.clan, channels: RecordedRun.channels, roles: RecordedRun.roles, from: start)
        return (0..<300).map { _ in generator.next() }
    }

    private static func newClan(_ plan: CompiledConfiguration) async throws -> RefusingClan {
        try await RefusingClan(
            plan, as: 1_900_000_000_000_000_101, clan: RecordedRun.clan, channels: RecordedRun.channels,
            members: TrafficGenerator.people.map {
                Member(clan: RecordedRun.clan, user: $0.id, joinedAt: RecordedRun.start - 864_000)
            })
    }

    private static func lived(
        _ plan: CompiledConfiguration, like other: RefusingClan.Outcome? = nil
    ) async throws -> RefusingClan.Outcome {
        var clan = try await newClan(plan)
        return try await clan.live(traffic, like: other)
    }

    private static let before = Task { try await lived(try plan()) }

    /// The traffic with midnight in its middle, and the clan that has lived through it.
    private static let twoDays = Task {
        let length = traffic[traffic.count - 1].receivedAt.timeIntervalSince(traffic[0].receivedAt)
        let midnight = Date(timeIntervalSince1970: (RecordedRun.start.timeIntervalSince1970 / 86_400).rounded(.up) * 86_400)
        let events = Self.events(from: midnight - length / 2)
        var clan = try await newClan(try plan())
        return (events, try await clan.live(events))
    }

    /// Stricter rules prevent events; nothing else happens that the first clan does not know.
    @Test(arguments: [
        [("count: \"> 6\"", "count: \"> 2\"")],
        [("count: \">= 9\"", "count: \">= 1\"")],
        [("then: [warn]", "then: [{ mute: { for: 30m, in: clan } }]")],
        [("then: [warn]", "then: [kick]")],
        [("\"đồ ngu\" } }, then: [warn]", "\"đồ ngu\" } }, then: [{ run: { bot: hushing, command: \"*hush\" } }]")],
        [("then: [warn]", "then: [{ ban: { for: 1d } }]")],
        [("\"đồ ngu\" } }, then: [warn]", "\"đồ ngu\" } }, then: [warn, { stop: all }]")],
        [("{ wait: 3m }", "{ wait: 7m }")],
        [("contains: hello", "contains: xin chào"), ("then: [warn]", "then: [{ mute: { for: 5m, in: here } }]")],
        [("{ react: \"👍\" }", "{ react: \"👍\" }, { wait: 2m }, kick")],
    ])
    func `a backtest equals a clan that refuses those whom the rules mute or remove`(edit: [(String, String)]) async throws {
        let first = try await Self.before.value
        let changed = try Self.plan(edit)
        let second = try await Self.lived(changed, like: first)
        let verification = try await BacktestVerification(
            of: first, try Self.plan().rules, against: second, changed.rules, botFactory: changed.botFactory)
        #expect(verification.listed == verification.expected)
        #expect(!verification.expected.isEmpty)
        #expect(verification.prevented == verification.unwritten)
        #expect(verification.unannounced.isEmpty)
        // A decision can be the consequence of another one only where something was not written.
        let areConsequences = verification.differences.contains { $0.certainty == .consequence && $0.author.hasPrefix("rule:") }
        #expect(areConsequences == !verification.unwritten.isEmpty)
    }

    @Test(arguments: [
        [("count: \">= 9\"", "count: \">= 1\"")],
        [("{ wait: 3m }", "{ wait: 7m }")],
        [("contains: hello", "contains: xin chào"), ("then: [warn]", "then: [{ mute: { for: 5m, in: here } }]")],
    ])
    func `a backtest from a checkpoint equals a clan that changes its rules there`(edit: [(String, String)]) async throws {
        let (traffic, first) = try await Self.twoDays.value
        let checkpoint = try #require(try await first.reader.stateCheckpoint(through: .distantFuture))
        let positions = first.events.compactMap { sequence, event -> Int? in
            if sequence > checkpoint.sequence, case .event(let position) = event { position } else { nil }
        }
        let middle = try #require(positions.min())
        #expect(middle > 50 && middle < traffic.count - 50)
        let changed = try Self.plan(edit)
        var clan = try await Self.newClan(try Self.plan())
        _ = try await clan.live(traffic[..<middle])
        try await clan.reload(changed)
        let second = try await clan.live(traffic[middle...], from: middle, like: first)
        let verification = try await BacktestVerification(
            of: first, try Self.plan().rules, against: second, changed.rules, start: .checkpoint(checkpoint),
            botFactory: changed.botFactory)
        #expect(verification.listed == verification.expected)
        #expect(!verification.expected.isEmpty)
        #expect(verification.prevented == verification.unwritten)
        #expect(verification.report.checkpoint == checkpoint.at)
        let whole = try await Backtester(
            first.reader, today: try await first.reader.directoryLookup(), from: try Self.plan().rules, to: changed.rules,
            start: .checkpoint(checkpoint), isSliced: false, botFactory: changed.botFactory
        ).run()
        #expect(whole == verification.report)
    }

    @Test func `a backtest of a time since begins at the last checkpoint before it`() async throws {
        let (_, first) = try await Self.twoDays.value
        let checkpoint = try #require(try await first.reader.stateCheckpoint(through: .distantFuture))
        let earlier = try #require(try await first.reader.stateCheckpoint(through: checkpoint.at - 1))
        #expect(earlier.ticket < checkpoint.ticket)
        #expect(try await BacktestStart.latest(before: .distantFuture, in: first.reader) == .checkpoint(checkpoint))
        #expect(try await BacktestStart.latest(before: checkpoint.at - 1, in: first.reader) == .checkpoint(earlier))
        #expect(try await BacktestStart.latest(before: earlier.at - 1, in: first.reader) == .beginning)
        #expect(try await BacktestStart.latest(before: nil, in: first.reader) == .beginning)
        let last = try await first.reader.lastSequence()
        #expect(try await BacktestStart.latest(before: .distantFuture, in: first.reader, maxEntries: 1) == .entry(last - 1))
    }

    @Test func `weaker rules leave unknown what those would have written who were muted`() async throws {
        let first = try await Self.before.value
        let reader = first.reader
        let weaker = try Self.plan([("count: \"> 6\"", "count: \"> 60\"")])
        var found: [BacktestDifference] = []
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: try Self.plan().rules, to: weaker.rules
        ).run(found: { found.append($0) })
        let second = try await Self.lived(weaker, like: first)
        let verification = try await BacktestVerification(
            of: first, try Self.plan().rules, against: second, weaker.rules, botFactory: weaker.botFactory)
        #expect(!verification.withheld.isEmpty && verification.unannounced.isEmpty)
        let unknown = found.filter { $0.kind == .unknown }
        let lost = found.filter { $0.kind == .noLongerHit && $0.author == "rule:flood" }
        #expect(!unknown.isEmpty && unknown.allSatisfy { $0.author == "rule:flood" && $0.certainty == .unknown })
        #expect(Set(unknown.map(\.subject.sequence)).isSubset(of: Set(lost.map(\.subject.sequence))))
        #expect(report.total(.prevented) == 0)
        #expect(unknown.first?.line(in: .gmt).contains("muted in") == true)
    }

    @Test func `six messages under a new mute are one hit and five that are not written`() async throws {
        func message(_ number: Int) -> NewEntry {
            // The server tells the time of a message in whole seconds.
            .make(
                .make(
                    text: "spam \(number)", in: RecordedRun.channels[0].id,
                    id: MessageID(1_900_000_000_000_001_000 + Int64(number)),
                    clan: RecordedRun.clan, at: RecordedRun.start), at: RecordedRun.start + 0.5 + 0.01 * Double(number))
        }
        let text = """
            version: 1
            rules:
              - id: spam
                mode: enforce
                trigger: message
                when: { text: { contains: never } }
                then: [{ mute: { for: 10m, in: here } }]

            """
        func rules(_ text: String) throws -> CompiledConfiguration {
            let (plan, report) = CompiledConfiguration.check(
                texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
            return try #require(plan, "\(report)")
        }
        let old = try rules(text)
        var clan = try await RefusingClan(
            old, as: 1_900_000_000_000_000_101, clan: RecordedRun.clan, channels: RecordedRun.channels, members: [])
        let outcome = try await clan.live((1...6).map(message))
        let reader = outcome.reader
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: old.rules,
            to: try rules(text.replacing("never", with: "spam")).rules
        ).run()
        #expect(outcome.events.count == 6)
        #expect(report.total(.newlyHit) == 1)
        #expect(report.total(.prevented) == 5)
        #expect(report.added["mute"] == 1)
        let limit = try BacktestLimit("removals > 0, mutes >= 1")
        #expect(limit.reasons(in: report) == ["mutes is 1 in the backtest, and mutes >= 1 is refused"])
    }
}
