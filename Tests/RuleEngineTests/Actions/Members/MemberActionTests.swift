import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct MemberActionTests {
    private func rule(_ then: String) -> String {
        "  - { id: a, title: Be kind, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [ \(then) ] }"
    }

    private static func draft(
        _ kind: String, user: UserID = 5, reason: String = "Be kind", until: Double? = nil, inverses: [MemberAction] = [],
        ordinals: [Int] = [0]
    ) -> CaseDraft {
        CaseDraft(
            kind: kind, user: user, clan: 1, channel: 11, message: 100, reason: reason, until: until.map(RuleEngineHarness.at),
            inverses: inverses, ordinals: ordinals)
    }

    private static func mute(_ user: UserID = 5, _ channel: ChannelID = 11, _ reason: String = "Be kind") -> Action {
        .member(.mute(user, in: channel, until: RuleEngineHarness.at(600), reason: reason))
    }

    private static func told(_ place: String, _ user: UserID = 5, _ reason: String = "Be kind") -> Action {
        .ephemeral(Draft("🔇 You cannot write \(place) for 10 minutes: \(reason)"), to: user)
    }

    static let punishments: [(String, [Action], CaseDraft)] = [
        ("warn", [.ephemeral("⚠ A warning: Be kind", to: 5)], draft("warn")),
        ("warn: \"{{ author.name }}, stop\"", [.ephemeral("Bình, stop", to: 5)], draft("warn")),
        ("warn: { to: an, text: stop }", [.ephemeral("stop", to: 7)], draft("warn", user: 7)),
        ("mute: { for: 10m }", [mute(), told("here")], draft("mute", until: 600, inverses: [.unmute(5, in: 11)])),
        (
            "mute: { for: 10m, in: here, reason: \"said {{ match.text }}\" }",
            [mute(5, 11, "said BAD"), told("here", 5, "said BAD")],
            draft("mute", reason: "said BAD", until: 600, inverses: [.unmute(5, in: 11)])
        ),
        (
            "mute: { for: 10m, in: [support, mod-log] }", [mute(5, 12), mute(5, 14), told("in #support, a private channel")],
            draft("mute", until: 600, inverses: [.unmute(5, in: 12), .unmute(5, in: 14)], ordinals: [0, 1])
        ),
        (
            "mute: { for: 10m, in: clan, to: an }",
            [mute(7, 11), mute(7, 12), mute(7, 14), mute(7, 15), told("in this clan", 7)],
            draft(
                "mute", user: 7, until: 600,
                inverses: [.unmute(7, in: 11), .unmute(7, in: 12), .unmute(7, in: 14), .unmute(7, in: 15)],
                ordinals: [0, 1, 2, 3])
        ),
        ("kick", [.member(.kick(5, of: 1, reason: "Be kind"))], draft("kick")),
        ("kick: { to: an, reason: out }", [.member(.kick(7, of: 1, reason: "out"))], draft("kick", user: 7, reason: "out")),
        ("ban", [.member(.kick(5, of: 1, reason: "Be kind"))], draft("ban", inverses: [.unban(5, of: 1)])),
        (
            "ban: { for: 10m }", [.member(.kick(5, of: 1, reason: "Be kind"))],
            draft("ban", until: 600, inverses: [.unban(5, of: 1)])
        ),
        ("add_role: dev", [.member(.addRole(22, to: 5, of: 1))], draft("add_role", inverses: [.removeRole(22, from: 5, of: 1)])),
        (
            "remove_role: { role: dev, to: an }", [.member(.removeRole(22, from: 7, of: 1))],
            draft("remove_role", user: 7, inverses: [.addRole(22, to: 7, of: 1)])
        ),
    ]

    @Test(arguments: punishments)
    func `a sanction records a case with its inverses`(
        action: String, actions: [Action], expected: CaseDraft
    ) throws {
        let conclusion = try RuleEngineHarness(rule(action)).say("BAD")
        let parts = expected.ordinals.count
        let onError: [AuthorResult.OnError] =
            Array(repeating: .part, count: parts - 1) + [.stop] + Array(repeating: .continue, count: actions.count - parts)
        #expect(
            conclusion.contributions == [
                AuthorResult(
                    author: "rule:a", actions: actions, onError: onError, cases: [expected],
                    reason: "text.contains found 'BAD'", summary: String(action.prefix { $0 != ":" }))
            ])
    }

    static let warnedAndMuted: [(then: String, muteFirst: Bool)] = [
        ("warn, { mute: { for: 10m } }", false), ("{ mute: { for: 10m } }, warn", true),
        ("{ escalate: { ladder: l } }", false),
    ]

    @Test(arguments: warnedAndMuted)
    func `whoever is warned and muted for one incident is told once`(then: String, muteFirst: Bool) throws {
        let ladder = "ladders: { l: { counter: c, steps: [{ at: 1, then: [warn, { mute: { for: 10m } }] }] } }\n"
        let conclusion = try RuleEngineHarness(
            rule(then), configuration: RuleEngineHarness.moderation + (then.contains("escalate") ? ladder : "")
        ).say("BAD")
        let told = Action.ephemeral(
            Draft("⚠ A warning: Be kind\n🔇 You cannot write here for 10 minutes: Be kind"), to: 5)
        #expect(conclusion.actions == (muteFirst ? [Self.mute(), told] : [told, Self.mute()]))
        #expect(conclusion.cases.map(\.kind) == (muteFirst ? ["mute", "warn"] : ["warn", "mute"]))
        #expect(conclusion.cases.map(\.ordinals) == [[0], [1]])
    }

    @Test func `two people are told each for themselves`() throws {
        let conclusion = try RuleEngineHarness(rule("{ warn: { to: an, text: stop } }, { mute: { for: 10m } }")).say("BAD")
        #expect(conclusion.actions == [.ephemeral("stop", to: 7), Self.mute(), Self.told("here")])
    }

    static let spared: [(String, String)] = [
        ("kick: { to: mai }", "8 is a moderator"), ("mute: { for: 1m, to: target }", "no user to act on"),
        ("warn: { to: \"9\" }", "the bot does not act on itself"), ("add_role: { role: dev, to: an }", "7 already has the role"),
        ("remove_role: dev", "5 does not have the role"),
    ]

    @Test(arguments: spared)
    func `a sanction spares moderators and the bot itself, and skips a missing user`(action: String, remark: String) throws {
        let conclusion = try RuleEngineHarness(rule(action)).say("bad")
        #expect(conclusion.actions == [])
        #expect(conclusion.cases == [])
        #expect(conclusion.contributions.map(\.reason) == ["text.contains found 'bad'; \(remark)"])
    }

    @Test func `users of defaults.except count as moderators when none are configured`() throws {
        let harness = try RuleEngineHarness(
            rule("kick: { to: mai }"), configuration: "defaults: { except: { roles: [staff] } }\n")
        #expect(harness.say("bad").actions == [])
    }

    @Test func `unmute and unban record no case`() throws {
        let conclusion = try RuleEngineHarness(rule("{ unmute: { to: an, in: [general, support] } }, { unban: { to: an } }")).say(
            "bad")
        #expect(conclusion.actions == [.member(.unmute(7, in: 11)), .member(.unmute(7, in: 12))])
        #expect(conclusion.cases == [])
    }

    private func join(_ harness: RuleEngineHarness, at seconds: Double) -> [AuthorResult] {
        harness.feed(.memberJoined(Membership(clan: 1, users: [5], username: "binh")), at: seconds).contributions
    }

    @Test func `a banned user is kicked on every join until the ban expires`() throws {
        let harness = try RuleEngineHarness(rule("ban: { for: 1h }"))
        harness.say("bad", at: 0)
        #expect(
            join(harness, at: 60) == [
                AuthorResult(author: "system:bans", actions: [.member(.kick(5, of: 1, reason: "Be kind"))], reason: "banned: 5")
            ])
        #expect(join(harness, at: 3600) == [])
    }

    @Test func `undoing a ban ends it`() throws {
        let harness = try RuleEngineHarness(rule("ban"))
        let inverses = harness.say("bad").cases.flatMap(\.inverses)
        harness.feed(
            .system(.undo(.init(cases: [1], by: "mai", clan: 1, channel: 14, inverses: inverses, at: RuleEngineHarness.at(9)))))
        #expect(join(harness, at: 60) == [])
    }

    @Test func `a ban survives a restart, and a shadow ban bans no one`() throws {
        let harness = try RuleEngineHarness(rule("ban"))
        harness.say("bad")
        let again = try RuleEngineHarness(rule("ban"), remembering: harness.recorded.flatMap(\.storedEntries))
        #expect(join(again, at: 60).map(\.author) == ["system:bans"])
        let shadow = try RuleEngineHarness(rule("ban").replacing("enforce", with: "shadow"))
        shadow.say("bad")
        #expect(join(shadow, at: 60) == [])
    }

    static let punishing: [(String, Bool)] = [
        ("delete", true), ("mute: { for: 1m }", true), ("kick", true), ("ban", true), ("add_role: dev", true),
        ("remove_role: dev", true), ("warn", false), ("reply: x", false), ("pin", false), ("archive", false),
        ("if: { when: { text: { length: 1 } }, then: [ kick ] }", true),
        ("if: { when: { text: { length: 1 } }, then: { reply: x }, otherwise: { reply: y } }", false),
        ("ask: { approve: [ kick ] }", true), ("ask: { approve: { reply: x }, reject: [ kick ] }", true),
        ("ask: { approve: { reply: x } }", false), ("{ kick: { on_error: continue } }", true),
    ]

    @Test(arguments: punishing)
    func `a rule with a sanction defaults to shadow mode`(action: String, isShadow: Bool) throws {
        let rules = "  - { id: a, trigger: message, then: [ \(action) ] }"
        #expect(try RuleEngineHarness.compile(rules).0.listing.map(\.mode) == [isShadow ? .shadow : .enforce])
    }

    private static let work = """
        bot: { timezone: Asia/Ho_Chi_Minh }
        moderation: { channel: mod-log, roles: [staff] }
        calendars: { work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri] } }

        """

    @Test func `a mute with a clock counts only the hours of its calendar`() throws {
        let harness = try RuleEngineHarness(rule("mute: { for: 4h, clock: work }"), configuration: Self.work)
        // The message is from Wednesday 19:00; four working hours end on Thursday at 13:30.
        #expect(harness.say("bad").cases.map(\.until) == [RuleEngineHarness.at(18.5 * 3600)])
    }

    @Test func `a mute with a clock is rejected inside ask`() throws {
        let asking = "ask: { channel: mod-log, approve: [{ mute: { for: 4h, clock: work } }] }"
        #expect(
            try RuleEngineHarness.compile(rule(asking), configuration: Self.work).1.map { $0.split(separator: " ").last } == [
                "not-in-question"
            ])
    }
}
