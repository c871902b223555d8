import BotKit
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import RuleEngine

@Suite struct AskActionTests {
    private func harness(_ keys: String = "", mode: String = "enforce", restoring stateRecords: [StoredStateEntry] = []) throws
        -> RuleEngineHarness
    {
        try RuleEngineHarness(
            """
              - id: night-files
                title: Files at night
                mode: \(mode)
                trigger: message
                when: { text: { contains: bad } }
                then:
                  - ask:
                      channel: mod-log
                      text: "{{ author | mention }}?"
                      approve: [ { react: ✅ }, { mute: { for: 10m } } ]
                      reject: [ delete, { dm: { text: "{{ rule.title }}" } }, { set: { var: v, value: x, scope: user } } ]
                      expires: 30m
                      \(keys)
            """, restoring: stateRecords)
    }

    private static let question = "1.night-files.0"
    private static let mention = Mention(user: 5, username: "Bình", range: TextRange(0, 5))
    private static let asked = Draft(Content("@Bình?"), mentions: [mention])
    private static let approve = "ask/\(question)/approve"
    private static let reject = "ask/\(question)/reject"

    private static func resolved(_ request: ResolvedAction.Request, in channel: ChannelID = 11) -> Action {
        .resolved(ResolvedAction(channel: channel, request: request))
    }

    private static func mute(until seconds: Double) -> MemberAction {
        .mute(5, in: 11, until: RuleEngineHarness.at(seconds), reason: "Files at night")
    }

    @Test func `ask sends two buttons to moderators and does nothing else`() throws {
        let decision = try harness().say("bad")
        var draft = Self.asked
        draft.content.extras["components"] = .array(
            Component.rows(of: [
                .button(id: Self.approve, label: "Approve", style: .success),
                .button(id: Self.reject, label: "Reject", style: .danger),
            ]))
        #expect(decision.actions == [.send(draft, to: 14)])
        #expect(decision.cases == [])
    }

    @Test func `approve acts on the original message from the time of the answer`() throws {
        let harness = try harness()
        harness.say("bad")
        let decision = harness.press(Self.approve, by: 8, at: 60)
        #expect(
            decision.results == [
                AuthorResult(
                    author: "rule:night-files",
                    actions: [
                        Self.resolved(.react("✅", message: 100, author: 5)), Self.resolved(.member(Self.mute(until: 660))),
                        Self.resolved(
                            .ephemeral(Draft("🔇 You cannot write here for 10 minutes: Files at night"), to: 5, topic: 0)),
                    ],
                    onError: [.continue, .stop, .continue],
                    cases: [
                        CaseDraft(
                            kind: "mute", user: 5, clan: 1, channel: 11, message: 100, reason: "Files at night",
                            until: RuleEngineHarness.at(660), inverses: [.unmute(5, in: 11)], ordinals: [1], incident: 1)
                    ], reason: "\(Self.question) was decided by 8", summary: "approve, react, mute, ephemeral"),
                AuthorResult(
                    author: "system:approvals",
                    actions: [.edit(500, Draft(Content("@Bình?\n✅ Approved by @8"), mentions: [Self.mention]))],
                    reason: "decided by 8"),
            ])
    }

    @Test func `reject runs its actions, and state changes only then`() throws {
        let harness = try harness()
        harness.say("bad")
        #expect(!harness.recorded.flatMap(\.storedEntries).contains { $0.kind == "variable" })
        let decision = harness.press(Self.reject, by: 8, at: 1)
        #expect(decision.results.first?.summary == "reject, delete, dm")
        #expect(decision.actions.first == Self.resolved(.delete(100, topic: 0)))
        #expect(decision.cases.map(\.evidence.count) == [1])
        #expect(harness.recorded.flatMap(\.storedEntries).contains { $0.kind == "variable" })
    }

    @Test func `a question is answered once`() throws {
        let harness = try harness()
        harness.say("bad")
        harness.press(Self.approve, by: 8)
        #expect(harness.press(Self.reject, by: 8).actions == [.ephemeral("This question has already been decided.", to: 8)])
        #expect(
            harness.press("ask/7.other.0/approve", by: 8).actions == [
                .ephemeral("This question has already been decided.", to: 8)
            ])
    }

    @Test func `only moderators or holders of by_role can answer`() throws {
        let harness = try harness()
        harness.say("bad")
        #expect(harness.press(Self.approve, by: 5).actions == [.ephemeral("Only moderators may decide this.", to: 5)])
        #expect(harness.press(Self.approve, by: 8).actions.count == 4)
        let others = try self.harness("by_role: dev")
        others.say("bad")
        #expect(others.press(Self.approve, by: 8).actions == [.ephemeral("Only moderators may decide this.", to: 8)])
        #expect(others.press(Self.approve, by: 7).actions.count == 4)
    }

    private static let roleChanges: [(before: String, after: String, deciders: Set<UserID>)] = [
        ("by_role: dev", "by_role: dev", [7]), ("by_role: dev", "by_role: staff", [8]), ("by_role: dev", "", [8]),
        ("", "by_role: dev", [7]), ("by_role: [dev, staff]", "by_role: staff", [8]),
    ]

    @Test(arguments: roleChanges)
    func `a reload that changes by_role decides who may answer open questions`(
        before: String, after: String, deciders: Set<UserID>
    ) throws {
        for user in [7, 8] as [UserID] {
            let asked = try harness(before)
            asked.say("bad")
            let changed = try harness(after, restoring: asked.recorded.flatMap(\.storedEntries))
            #expect(changed.press(Self.approve, by: user).actions.count == (deciders.contains(user) ? 4 : 1))
        }
    }

    @Test func `a press that names a message without the button decides nothing`() throws {
        let harness = try harness()
        harness.say("bad")
        let forged = [
            harness.press(Self.approve, by: 8, carrying: Self.reject), harness.press(Self.approve, by: 8, carrying: "other"),
            harness.press(Self.approve, by: 8, sentBy: 8), harness.press(Self.approve, by: 8, sentBy: nil),
        ]
        #expect(forged.flatMap(\.actions) == [])
        #expect(
            forged.map { $0.results.map(\.reason) } == Array(repeating: ["message 500 does not have this button"], count: 4)
        )
        #expect(harness.press(Self.approve, by: 8, in: 11).actions == [.ephemeral("Only moderators may decide this.", to: 8)])
        #expect(harness.press(Self.approve, by: 8).actions.count == 4)
    }

    static let laterRules = ["mode: disabled", "mode: shadow", "id: other"]

    @Test(arguments: laterRules)
    func `a question of a rule that is no longer enforced does nothing`(change: String) throws {
        let asked = try harness("on_expire: approve")
        asked.say("bad")
        let stateRecords = asked.recorded.flatMap(\.storedEntries)
        let id = change.hasPrefix("id") ? "other" : "night-files"
        let mode = change.hasPrefix("mode") ? change : "mode: enforce"
        func changed() throws -> RuleEngineHarness {
            try RuleEngineHarness(
                "  - { id: \(id), \(mode), trigger: message, when: { text: { contains: bad } }, then: { react: a } }",
                restoring: stateRecords, version: "later")
        }
        #expect(
            try changed().press(Self.approve, by: 8, at: 60).actions == [
                .ephemeral("The rule that asked is no longer in force.", to: 8)
            ])
        for choice in [SystemEvent.Answer.Choice.expire, .approve] {
            let answer = SystemEvent.Answer(question: Self.question, choice: choice, at: RuleEngineHarness.at(1800))
            let harness = try changed()
            #expect(harness.feed(.system(.answered(answer))).results.map(\.actions) == [[]])
            #expect(harness.feed(.system(.answered(answer))).results == [])
        }
    }

    @Test func `a moderator who has lost the role cannot answer`() throws {
        let roles = Mutex<[RoleID]>([21])
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, when: { text: { contains: bad } }, then: { ask: { approve: { react: a } } } }",
            members: RuleEngineHarness.members.filter { $0.user != 8 },
            member: { user, clan in user == 8 ? Member(clan: clan, user: user, roles: roles.withLock { $0 }) : nil })
        harness.say("bad")
        roles.withLock { $0 = [] }
        #expect(harness.press("ask/1.a.0/approve", by: 8).actions == [.ephemeral("Only moderators may decide this.", to: 8)])
        roles.withLock { $0 = [21] }
        #expect(harness.press("ask/1.a.0/approve", by: 8).actions.map(\.kind) == ["react", "edit"])
    }

    static let expiries: [(String, summary: String)] = [
        ("", "expire"), ("on_expire: none", "expire"), ("on_expire: reject", "reject, delete, dm"),
        ("on_expire: approve", "approve, react, mute, ephemeral"),
    ]

    @Test(arguments: expiries)
    func `on expiry the rule's on_expire actions run`(keys: String, summary: String) throws {
        let harness = try harness(keys)
        harness.say("bad")
        #expect(harness.press(Self.approve, by: 8, at: 1800).actions == [.ephemeral("This question has expired.", to: 8)])
        let over = Event.system(.answered(.init(question: Self.question, choice: .expire, at: RuleEngineHarness.at(1800))))
        #expect(harness.feed(over).results.map(\.summary) == [summary])
        #expect(harness.feed(over).results == [])
        #expect(
            harness.press(Self.approve, by: 8, at: 1801).actions == [.ephemeral("This question has already been decided.", to: 8)]
        )
    }

    @Test func `a stored question keeps its expiry and can be answered after a restart`() throws {
        let before = try harness()
        before.say("bad")
        let stateRecords = before.recorded.flatMap(\.storedEntries)
        let questions = stateRecords.filter { $0.kind == "question" }
        #expect(questions.map(\.name) == [Self.question])
        #expect(questions.first?.write?.entry?.until == RuleEngineHarness.at(1800))
        let after = try harness(restoring: stateRecords)
        after.say("nothing")
        #expect(after.press(Self.approve, by: 8, at: 60).results == (try answered()))
    }

    private func answered() throws -> [AuthorResult] {
        let harness = try harness()
        harness.say("bad")
        return harness.press(Self.approve, by: 8, at: 60).results
    }

    @Test func `a shadow rule asks no question and stores none`() throws {
        let harness = try harness(mode: "shadow")
        let decision = harness.say("bad")
        #expect(decision.results.map(\.isShadow) == [true])
        #expect(!harness.recorded.flatMap(\.storedEntries).contains { $0.kind == "question" })
    }

    @Test func `pressing a question's button fires no button trigger`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: button, then: { reply: pressed } }")
        #expect(harness.press("other").actions == [.reply("pressed")])
        #expect(harness.press(Self.approve, by: 8).actions == [.ephemeral("This question has already been decided.", to: 8)])
    }

    @Test func `a ladder step may ask`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: x } }, then: { escalate: l } }",
            configuration: RuleEngineHarness.moderation
                + "ladders: { l: { counter: c, steps: [{ at: 1, then: [{ ask: { approve: [kick], expires: 1d } }] }] } }\n")
        #expect(harness.say("x").actions.map(\.kind) == ["send"])
        #expect(harness.press("ask/1.a.0/approve", by: 8).cases.map(\.kind) == ["kick"])
    }

    @Test func `two questions of one rule about one event have distinct ids`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: [ { ask: { approve: { react: a } } }, { ask: { approve: { react: b } } } ] }")
        harness.say("x")
        #expect(harness.press("ask/1.a.1/approve", by: 8).actions.first == Self.resolved(.react("b", message: 100, author: 5)))
        #expect(harness.press("ask/1.a.0/approve", by: 8).actions.first == Self.resolved(.react("a", message: 100, author: 5)))
    }
}
