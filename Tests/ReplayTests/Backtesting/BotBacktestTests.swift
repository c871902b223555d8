import BotConfiguration
import BotKit
import BotTesting
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

/// Bots run in a backtest where their input or their state differs.
@Suite(.timeLimit(.minutes(15)))
struct BotBacktestTests {
    /// A difference without the event that it is about.
    private struct Difference: Hashable {
        var message: MessageID
        var kind: BacktestDifference.Kind
        var certainty: BacktestDifference.Certainty
        var author: String
        var before: String
        var after: String
    }

    private static let bots = BotRegistry([Counter.self, WebReader.self, Delayer.self, Asking.self, HushingBot.self])
    private static let otherClan: ClanID = 1_900_000_000_000_000_002
    private static let otherChannel = Channel(id: 1_900_000_000_000_000_031, clan: otherClan, label: "other")

    /// A rule that keeps messages with a word from bots.
    private static func stopping(_ word: String) -> String {
        "  - { id: quiet, mode: enforce, trigger: message, when: { text: { contains: \(word) } }, then: [{ stop: all }] }"
    }

    private static func plan(_ rules: String) throws -> CompiledConfiguration {
        let grants = ["hushing": ", grants: [moderate]"]
        let enabled = bots.names.sorted().map { "  \($0): { enabled_in: all\(grants[$0] ?? "") }" }.joined(separator: "\n")
        let text = "version: 1\nrules:\n\(rules)\nbots:\n\(enabled)\n"
        let (plan, report) = CompiledConfiguration.check(texts: ["config.yaml": text], root: "config.yaml", registry: bots)
        return try #require(plan, "\(report.human())")
    }

    private static func message(
        _ text: String, _ second: Double, by author: Author = .an, in channel: Channel = RecordedRun.channels[0]
    ) -> Message {
        .make(text: text, in: channel.id, by: author, clan: channel.clan, at: RecordedRun.start + second)
    }

    /// Lets messages happen under some rules, and compares these with others.
    private static func backtest(
        _ messages: [Message], from former: String, to changed: String, botFactory: BotFactoryProvider? = bots.botFactory()
    ) async throws -> (report: BacktestReport, differences: Set<Difference>) {
        let (old, new) = (try plan(former), try plan(changed))
        var clan = try await RefusingClan(
            old, as: Author.me.id, clan: RecordedRun.clan, channels: RecordedRun.channels + [otherChannel], members: [])
        let outcome = try await clan.live(messages.map { .make($0, at: $0.createdAt) })
        var found: Set<Difference> = []
        let report = try await Backtester(
            outcome.reader, today: try await outcome.reader.directoryLookup(), from: old.rules, to: new.rules,
            botFactory: botFactory
        ).run(found: { difference in
            found.insert(
                Difference(
                    message: difference.subject.message, kind: difference.kind, certainty: difference.certainty,
                    author: difference.author, before: difference.before, after: difference.after))
        })
        #expect(found.count == BacktestDifference.Kind.allCases.reduce(0) { $0 + report.total($1) })
        return (report, found.filter { !$0.author.hasPrefix("rule:") || $0.author.contains("/bot:") })
    }

    private static func newReply(_ message: Message, by author: String = "bot:counter") -> Difference {
        Difference(
            message: message.id, kind: .newlyHit, certainty: .certain, author: author, before: "nothing", after: "reply")
    }

    private static func otherReply(_ message: Message, by author: String = "bot:counter") -> Difference {
        Difference(
            message: message.id, kind: .otherAction, certainty: .consequence, author: author, before: "reply",
            after: "reply (different content)")
    }

    private static func lostReply(
        _ message: Message, _ certainty: BacktestDifference.Certainty, by author: String = "bot:counter"
    ) -> Difference {
        Difference(
            message: message.id, kind: .noLongerHit, certainty: certainty, author: author, before: "reply", after: "nothing")
    }

    private static func unknown(
        _ message: Message, by author: String, before: String = "nothing", after: String = "unknown"
    ) -> Difference {
        Difference(message: message.id, kind: .unknown, certainty: .unknown, author: author, before: before, after: after)
    }

    @Test func `a bot answers an event that the rules no longer keep from it, and counts on from there, in one clan alone`()
        async throws
    {
        let secret = Self.message("count secret", 1)
        let next = Self.message("count", 2)
        let other = Self.message("count", 3, in: Self.otherChannel)
        let (report, differences) = try await Self.backtest(
            [secret, next, other], from: Self.stopping("secret"), to: Self.stopping("never"))
        #expect(differences == [Self.newReply(secret), Self.otherReply(next)])
        #expect(report.total(.newlyHit) == 1 && report.added["reply"] == 1)
        #expect(BotRuns.count(secret) == 1 && BotRuns.count(next) == 2 && BotRuns.count(other) == 1)
        #expect(report.bots?.missing == [:])
        #expect(try BacktestLimit("hits > 0").reasons(in: report) == ["hits is 1 in the backtest, and hits > 0 is refused"])
    }

    @Test func `an event that the rules keep from a bot takes its count back until the state is the same again`() async throws {
        let secret = Self.message("count secret", 1)
        let next = Self.message("count", 2)
        let forgotten = Self.message("count forget", 3)
        let last = Self.message("count", 4)
        let (report, differences) = try await Self.backtest(
            [secret, next, forgotten, last], from: Self.stopping("never"), to: Self.stopping("secret"))
        #expect(differences == [Self.lostReply(secret, .certain), Self.otherReply(next)])
        #expect(report.removed["reply"] == 1)
        #expect(BotRuns.count(secret) == 1 && BotRuns.count(forgotten) == 2 && BotRuns.count(last) == 1)
    }

    @Test func `a message that a mute prevents is not counted`() async throws {
        let bad = Self.message("bad", 1)
        let prevented = Self.message("count", 2)
        let next = Self.message("count", 3, by: .binh)
        func rules(_ word: String) -> String {
            "  - { id: bad, mode: enforce, trigger: message, when: { text: { contains: \(word) } }, then: [{ mute: { for: 10m, in: here } }] }"
        }
        let (report, differences) = try await Self.backtest([bad, prevented, next], from: rules("never"), to: rules("bad"))
        #expect(differences == [Self.lostReply(prevented, .consequence), Self.otherReply(next)])
        #expect(report.total(.prevented) == 1)
    }

    @Test func `a mute by a bot that only the changed rules run keeps its member from writing in that channel`() async throws {
        let bad = Self.message("bad", 1)
        let prevented = Self.message("count", 2)
        let elsewhere = Self.message("hello", 3, in: Self.otherChannel)
        let next = Self.message("count", 4, by: .binh)
        let late = Self.message("hello", 902)
        let (report, differences) = try await Self.backtest(
            [bad, prevented, elsewhere, next, late], from: Self.rule(on: "never", Self.hushes),
            to: Self.rule(on: "bad", Self.hushes))
        let mute = Difference(
            message: bad.id, kind: .newlyHit, certainty: .certain, author: "rule:bad/bot:hushing", before: "nothing",
            after: "mute")
        let muted = Difference(
            message: prevented.id, kind: .prevented, certainty: .consequence, author: "rule:bad/bot:hushing",
            before: "written", after: "not written")
        #expect(differences == [mute, muted, Self.lostReply(prevented, .consequence), Self.otherReply(next)])
        #expect(report.total(.prevented) == 1 && report.added["mute"] == 1)
    }

    /// A rule that does something about a word.
    private static func rule(on word: String, _ action: String) -> String {
        "  - { id: bad, mode: enforce, trigger: message, when: { text: { contains: \(word) } }, then: [\(action)] }"
    }

    private static let hushes = "{ run: { bot: hushing, command: \"*hush\" } }"

    @Test(arguments: [
        (stopping("never"), stopping("hush"), "bot:hushing", "free to write"),
        (rule(on: "hush", hushes), rule(on: "never", hushes), "rule:bad/bot:hushing", "free to write"),
        (
            rule(on: "hush", hushes), rule(on: "hush", "{ mute: { for: 14m, in: here } }"), "rule:bad/bot:hushing",
            "free to write from 2026-01-07 12:14:01 UTC"
        ),
    ])
    func `messages of a member whom a bot mutes for less time, or no longer, are unknown`(
        former: String, changed: String, author: String, freedom: String
    ) async throws {
        let text = former.contains("never") ? "*hush" : "please hush"
        let (report, differences) = try await Self.backtest([Self.message(text, 1)], from: former, to: changed)
        let unknown = try #require(differences.first { $0.kind == .unknown })
        #expect(report.total(.unknown) == 1 && unknown.author == author)
        #expect(unknown.before.contains("(101) muted in ") && unknown.before.contains("12:15:01"), "\(unknown.before)")
        #expect(unknown.after == freedom)
    }

    @Test func `a longer mute by a bot instead of a rule leaves nothing unknown`() async throws {
        let (report, differences) = try await Self.backtest(
            [Self.message("bad", 1)], from: Self.rule(on: "bad", "{ mute: { for: 10m, in: here } }"),
            to: Self.rule(on: "bad", Self.hushes))
        #expect(differences.map(\.after) == ["mute"] && report.total(.unknown) == 0)
    }

    @Test func `a shorter mute by a bot replaces the longer one of a rule because of the same message`() async throws {
        func rules(_ length: String) -> String {
            Self.rule(on: "bad", "{ mute: { for: \(length), in: here } }") + "\n"
                + Self.rule(on: "hush", Self.hushes).replacing("id: bad", with: "id: hush")
        }
        let messages = [
            Self.message("secret", 0), Self.message("bad hush", 1), Self.message("hello", 600), Self.message("hello", 1200),
        ]
        let (report, _) = try await Self.backtest(messages, from: rules("10m"), to: rules("67m"))
        #expect(report.total(.otherAction) == 1 && report.total(.prevented) == 0)
        let change = try #require(report.rules.first { $0.author == "rule:bad" }?.otherAction.examples.first)
        #expect(change.after == change.before + " (mute 57m longer)")
    }

    @Test func `a mute that the changed rules do not lift keeps preventing messages`() async throws {
        let (mute, lift) = ("{ mute: { for: 10m, in: here } }", "{ wait: 1m }, { unmute: { in: here } }")
        let (report, _) = try await Self.backtest(
            [Self.message("bad", 1), Self.message("hello", 120)], from: Self.rule(on: "bad", "\(mute), \(lift)"),
            to: Self.rule(on: "bad", mute))
        #expect(report.total(.prevented) == 1 && report.total(.unknown) == 0)
    }

    @Test func `a bot that fails in a branch is reported with its error`() async throws {
        let secret = Self.message("count fail secret", 1)
        let (_, differences) = try await Self.backtest([secret], from: Self.stopping("secret"), to: Self.stopping("never"))
        #expect(
            differences == [
                Difference(
                    message: secret.id, kind: .newlyHit, certainty: .certain, author: "bot:counter", before: "nothing",
                    after: "failed")
            ])
    }

    @Test func `a bot that asks the web is unknown, and so is what depends on its state`() async throws {
        let secret = Self.message("ask web secret", 1)
        let next = Self.message("ask", 2)
        let other = Self.message("ask", 3, in: Self.otherChannel)
        let counted = Self.message("count", 4)
        let (report, differences) = try await Self.backtest(
            [secret, next, other, counted], from: Self.stopping("secret"), to: Self.stopping("never"))
        #expect(
            differences == [
                Self.unknown(secret, by: "bot:web-reader"), Self.unknown(next, by: "bot:web-reader", before: "reply"),
            ])
        #expect(report.total(.unknown) == 2 && report.total(.newlyHit) == 0)
        #expect(BotRuns.count(counted) == 1)
    }

    @Test func `recorded answers of the web count where the bot's own state is different`() async throws {
        let secret = Self.message("ask secret", 1)
        let next = Self.message("ask web", 2)
        let (_, differences) = try await Self.backtest(
            [secret, next], from: Self.stopping("secret"), to: Self.stopping("never"))
        #expect(
            differences == [Self.newReply(secret, by: "bot:web-reader"), Self.otherReply(next, by: "bot:web-reader")])
    }

    @Test func `a bot that only the changed rules run acts and counts`() async throws {
        func rules(_ word: String) -> String {
            "  - { id: ask, mode: enforce, trigger: message, when: { text: { contains: \(word) } }, then: [{ run: { bot: counter, command: count } }] }"
        }
        let (hello, next) = (Self.message("hello", 1), Self.message("count", 2))
        let added = try await Self.backtest([hello, next], from: rules("never"), to: rules("hello"))
        #expect(added.differences == [Self.newReply(hello, by: "rule:ask/bot:counter"), Self.otherReply(next)])
        let (again, last) = (Self.message("hello", 1), Self.message("count", 2))
        let removed = try await Self.backtest([again, last], from: rules("hello"), to: rules("never"))
        #expect(removed.differences == [Self.lostReply(again, .certain, by: "rule:ask/bot:counter"), Self.otherReply(last)])
        #expect(BotRuns.count(last) == 2)
    }

    @Test func `a bot that this build lacks is reported once with the number of its invocations`() async throws {
        let messages = [Self.message("count secret", 1), Self.message("count", 2), Self.message("count", 3)]
        let (report, differences) = try await Self.backtest(
            messages, from: Self.stopping("secret"), to: Self.stopping("never"),
            botFactory: BotRegistry([WebReader.self, Delayer.self, Asking.self, HushingBot.self]).botFactory())
        #expect(differences == [Self.unknown(messages[0], by: "bot:counter")])
        #expect(report.bots?.missing["counter"]?.invocations == 3)
        #expect(report.human(in: .gmt).contains("bot 'counter' was not run (3 invocations): this build has no bot of that name"))
    }

    @Test func `without bots, an event that reaches them is unknown`() async throws {
        let secret = Self.message("count secret", 1)
        let (_, differences) = try await Self.backtest(
            [secret, Self.message("count", 2)], from: Self.stopping("secret"), to: Self.stopping("never"), botFactory: nil)
        #expect(differences == [Self.unknown(secret, by: "bots")])
    }

    @Test func `no bot runs if nothing differs for bots`() async throws {
        func rules(_ emoji: String) -> String {
            "  - { id: nice, trigger: message, when: { text: { contains: count } }, then: [{ react: \"\(emoji)\" }] }"
        }
        let message = Self.message("count", 1)
        let (report, differences) = try await Self.backtest([message], from: rules("👍"), to: rules("👎"))
        #expect(differences == [] && report.changed == 1 && report.bots == nil)
        #expect(BotRuns.count(message) == 1)
    }

    @Test func `a dialogue that begins in a branch takes the next message as an answer`() async throws {
        let (start, answer) = (Self.message("*asking", 1), Self.message("blue", 2))
        let (_, differences) = try await Self.backtest(
            [start, answer], from: Self.stopping("asking"), to: Self.stopping("never"))
        let replied = Difference(
            message: answer.id, kind: .newlyHit, certainty: .consequence, author: "bot:asking", before: "nothing", after: "reply")
        #expect(differences == [Self.newReply(start, by: "bot:asking"), replied])
    }

    @Test func `a job that is not scheduled is not due, and what a new one would do is unknown`() async throws {
        let messages = [Self.message("later secret", 1), Self.message("hello", 60)]
        let absent = try await Self.backtest(messages, from: Self.stopping("never"), to: Self.stopping("secret"))
        #expect(
            absent.differences == [
                Self.lostReplyAndJob(messages[0]),
                Difference(
                    message: 0, kind: .noLongerHit, certainty: .consequence, author: "bot:delayer", before: "send",
                    after: "nothing"),
            ])
        let others = [Self.message("later secret", 1), Self.message("hello", 60)]
        let added = try await Self.backtest(others, from: Self.stopping("secret"), to: Self.stopping("never"))
        #expect(
            added.differences == [
                Difference(
                    message: others[0].id, kind: .newlyHit, certainty: .certain, author: "bot:delayer", before: "nothing",
                    after: "appoint, reply"),
                Self.unknown(others[0], by: "bot:delayer", after: "appoint, reply"),
            ])
    }

    private static func lostReplyAndJob(_ message: Message) -> Difference {
        Difference(
            message: message.id, kind: .noLongerHit, certainty: .certain, author: "bot:delayer", before: "appoint, reply",
            after: "nothing")
    }
}
