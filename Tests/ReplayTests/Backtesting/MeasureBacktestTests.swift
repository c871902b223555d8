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

/// Mutes that begin or end at other times under the changed rules, in one channel of one clan unless a test says otherwise.
@Suite(.timeLimit(.minutes(15)))
struct MeasureBacktestTests {
    private static let me: UserID = 1_900_000_000_000_000_101
    private static let channel = RecordedRun.channels[0]
    private static let bots = BotRegistry([HushingBot.self])
    private static let warning = "warn"

    /// A rule for each word, with its actions.
    private static func plan(_ rules: [(word: String, actions: String)]) throws -> CompiledConfiguration {
        var text = "version: 1\nbots: { hushing: { enabled_in: all, grants: [moderate] } }\nrules:\n"
        for (number, rule) in rules.enumerated() {
            let condition = "trigger: message, when: { text: { contains: \(rule.word) } }"
            text += "  - { id: r\(number), mode: enforce, \(condition), then: [\(rule.actions)] }\n"
        }
        let (plan, report) = CompiledConfiguration.check(texts: ["config.yaml": text], root: "config.yaml", registry: bots)
        return try #require(plan, "\(report.human())")
    }

    private static func mute(_ minutes: Int) -> String { "{ mute: { for: \(minutes)m, in: here } }" }

    private static func message(_ text: String, _ minute: Double, by author: Author = .an) -> NewEntry {
        let at = RecordedRun.start + minute * 60
        return .make(.make(text: text, in: channel.id, by: author, clan: channel.clan, at: at), at: at)
    }

    /// The member may write again.
    private static func lift(by user: UserID, _ minute: Double) throws -> NewEntry {
        var ban = RtBannedUserEvent()
        ban.userIds = [Author.an.id.rawValue]
        ban.action = 0
        ban.bannerID = user.rawValue
        (ban.channelID, ban.clanID) = (channel.id.rawValue, channel.clan.rawValue)
        return try #require(.make(.banUserEvent(ban), at: RecordedRun.start + minute * 60))
    }

    private static func backtest(
        _ traffic: [NewEntry], from old: [(word: String, actions: String)], to new: [(word: String, actions: String)],
        span: ReplayRange = ReplayRange(), settle: (Store) async throws -> Void = { _ in }
    ) async throws -> (report: BacktestReport, found: [BacktestDifference]) {
        let (former, changed) = (try plan(old), try plan(new))
        var clan = try await RefusingClan(
            former, as: me, clan: RecordedRun.clan, channels: RecordedRun.channels, members: [])
        let outcome = try await clan.live(traffic)
        try await settle(try clan.store)
        var found: [BacktestDifference] = []
        let report = try await Backtester(
            outcome.reader, today: try await outcome.reader.directoryLookup(), from: former.rules, to: changed.rules, span: span,
            botFactory: bots.botFactory()
        ).run(found: { found.append($0) })
        return (report, found)
    }

    @Test func `a mute that ends before the recorded one leaves unknown what follows`() async throws {
        let (report, found) = try await Self.backtest(
            [Self.message("early", 0), Self.message("spam", 5)], from: [("never", Self.mute(12)), ("spam", Self.mute(10))],
            to: [("early", Self.mute(12)), ("spam", Self.mute(10))])
        #expect(report.total(.newlyHit) == 1 && report.total(.prevented) == 1 && report.total(.unknown) == 1)
        let unknown = try #require(found.first { $0.kind == .unknown })
        #expect(unknown.before.contains("until 2026-01-07 12:15:00"), "\(unknown.before)")
        #expect(unknown.after.hasPrefix("free to write from 2026-01-07 12:12:00"), "\(unknown.after)")
        let gap = try #require(unknown.gap)
        #expect(gap.user == Author.an.id && gap.channel == Self.channel.id)
        #expect(gap.from == RecordedRun.start + 720 && gap.until == RecordedRun.start + 900)
    }

    @Test(arguments: [(10, 20, 1), (20, 10, nil), (10, 10, nil)])
    func `a longer mute counts as one that only the changed rules take`(old: Int, new: Int, added: Int?) async throws {
        let (report, _) = try await Self.backtest(
            [Self.message("spam", 0)], from: [("spam", Self.mute(old))], to: [("spam", "delete, " + Self.mute(new))])
        #expect(report.added["mute"] == added && report.added["delete"] == 1)
    }

    @Test func `a recorded mute that is lifted before the shorter one ends leaves nothing unknown`() async throws {
        let (report, _) = try await Self.backtest(
            [Self.message("spam", 0), Self.message("hello", 6), Self.message("hello", 11)],
            from: [("spam", "\(Self.mute(60)), { wait: 5m }, { unmute: { in: here } }")], to: [("spam", Self.mute(10))])
        #expect(report.total(.prevented) == 1 && report.total(.unknown) == 0)
    }

    @Test(arguments: [me, Author.binh.id])
    func `a mute that a person lifts is lifted under both sets of rules`(user: UserID) async throws {
        let (report, _) = try await Self.backtest(
            [Self.message("spam", 0), try Self.lift(by: user, 5), Self.message("hello", 70)], from: [("spam", Self.mute(60))],
            to: [("spam", Self.mute(90))])
        #expect(report.total(.prevented) == 0 && report.total(.unknown) == 0)
    }

    @Test func `the lift at the end of a recorded mute does not end a longer one`() async throws {
        let (report, _) = try await Self.backtest(
            [Self.message("spam", 0), try Self.lift(by: Self.me, 60), Self.message("hello", 70), Self.message("hello", 91)],
            from: [("spam", Self.mute(60))], to: [("spam", Self.mute(90))])
        #expect(report.total(.prevented) == 1 && report.total(.unknown) == 0)
    }

    @Test func `of two mutes by one message the last one counts`() async throws {
        for _ in 0..<8 {
            let (report, found) = try await Self.backtest(
                [Self.message("spam", 0)], from: [("spam", Self.mute(10)), ("spam", Self.mute(60))],
                to: [("spam", Self.mute(10)), ("spam", Self.mute(30))])
            #expect(report.total(.unknown) == 1)
            #expect(found.compactMap(\.gap).map(\.from) == [RecordedRun.start + 1800])
        }
    }

    @Test func `a mute that the server refused leaves nothing unknown`() async throws {
        let (report, _) = try await Self.backtest(
            [Self.message("spam", 0), Self.message("hello", 1)], from: [("spam", Self.mute(60))], to: [("never", Self.warning)]
        ) { store in
            for delivery in try await store.outbox.openDeliveries(after: 0, limit: 10) {
                try await store.outbox.settle([
                    DeliveryResult(delivery: delivery.id, outcome: .failed("no permission"), at: RecordedRun.start)
                ])
            }
        }
        #expect(report.total(.noLongerHit) == 1 && report.total(.unknown) == 0)
    }

    @Test func `a bot's mute that was lifted before the first difference does not hide what later mutes prevent`() async throws {
        let (report, _) = try await Self.backtest(
            [
                Self.message("*hush", 0), try Self.lift(by: Author.binh.id, 1), Self.message("spam", 2), Self.message("a", 3),
                Self.message("b", 4), Self.message("c", 5),
            ], from: [("never", Self.warning)], to: [("spam", Self.mute(10))])
        #expect(report.total(.newlyHit) == 1 && report.total(.prevented) == 3)
    }

    @Test func `a mute from before the reported time leaves unknown what follows within it`() async throws {
        let since = ReplayRange(since: RecordedRun.start + 300)
        let traffic = [Self.message("spam", 0), Self.message("hello", 20, by: .binh)]
        for (actions, from) in [(Self.mute(10), 600.0), (Self.warning, 300)] {
            let (report, found) = try await Self.backtest(
                traffic, from: [("spam", Self.mute(15))], to: [("spam", actions)], span: since)
            #expect(report.total(.unknown) == 1 && found.count == 1)
            #expect(found.compactMap(\.gap).map(\.from) == [RecordedRun.start + from])
        }
    }
}
