import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SanctionTests {
    static let warnedAndMuted: [(then: String, muteFirst: Bool)] = [
        ("warn, { mute: { for: 10m } }", false), ("{ mute: { for: 10m } }, warn", true),
        ("{ escalate: { ladder: l } }", false),
    ]

    @Test(arguments: warnedAndMuted)
    func `a user warned and muted for one incident is notified once`(then: String, muteFirst: Bool) throws {
        let ladder = "ladders: { l: { counter: c, steps: [{ at: 1, then: [warn, { mute: { for: 10m } }] }] } }\n"
        let decision = try RuleEngineHarness(
            RuleEngineHarness.sanctionRule(then),
            configuration: RuleEngineHarness.moderation + (then.contains("escalate") ? ladder : "")
        ).say("BAD")
        let told = Action.ephemeral(
            Draft("⚠ A warning: Be kind\n🔇 You cannot write here for 10 minutes: Be kind"), to: 5)
        #expect(
            decision.actions
                == (muteFirst ? [RuleEngineHarness.tenMinuteMute(), told] : [told, RuleEngineHarness.tenMinuteMute()]))
        #expect(decision.cases.map(\.kind) == (muteFirst ? ["mute", "warn"] : ["warn", "mute"]))
        #expect(decision.cases.map(\.ordinals) == [[0], [1]])
    }

    @Test func `two people are told each for themselves`() throws {
        let decision = try RuleEngineHarness(
            RuleEngineHarness.sanctionRule("{ warn: { to: an, text: stop } }, { mute: { for: 10m } }")
        ).say("BAD")
        #expect(
            decision.actions == [
                .ephemeral("stop", to: 7), RuleEngineHarness.tenMinuteMute(), RuleEngineHarness.muteNotice("here"),
            ])
    }

    static let spared: [(String, String)] = [
        ("kick: { to: mai }", "8 is a moderator"), ("mute: { for: 1m, to: target }", "no user to act on"),
        ("warn: { to: \"9\" }", "the bot does not act on itself"), ("add_role: { role: dev, to: an }", "7 already has the role"),
        ("remove_role: dev", "5 does not have the role"),
    ]

    @Test(arguments: spared)
    func `a sanction spares moderators and the bot itself, and skips a missing user`(action: String, remark: String) throws {
        let decision = try RuleEngineHarness(RuleEngineHarness.sanctionRule(action)).say("bad")
        #expect(decision.actions == [])
        #expect(decision.cases == [])
        #expect(decision.results.map(\.reason) == ["text.contains found 'bad'; \(remark)"])
    }

    @Test func `users of defaults.except count as moderators when none are configured`() throws {
        let harness = try RuleEngineHarness(
            RuleEngineHarness.sanctionRule("kick: { to: mai }"), configuration: "defaults: { except: { roles: [staff] } }\n")
        #expect(harness.say("bad").actions == [])
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
}
