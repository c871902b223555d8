import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct DirectMessageActionTests {
    private static func footed(_ text: String) -> Draft { Draft(text + "\n\n(Answer STOP to get no more of these.)") }

    static let actions: [(String, [Action])] = [
        ("dm: { to: author, text: hi }", [.directMessage(footed("hi"), to: 5)]),
        ("dm: { text: hi }", [.directMessage(footed("hi"), to: 5)]),
        ("dm: { to: an, text: hi }", [.directMessage(footed("hi"), to: 7)]),
        ("dm: { to: \"{{ target }}\", text: hi }", [.directMessage(footed("hi"), to: 7)]),
    ]

    @Test(arguments: actions)
    func `a dm action writes to a user, with a note how to opt out`(action: String, expected: [Action]) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }

    @Test func `dm skips a missing target and the bot itself`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { dm: { to: target, text: hi } } }")
        #expect(harness.say("x").results.map(\.reason) == ["always; no user to write to"])
        let toUs = harness.say("x") { $0.mentions = [Mention(user: RuleEngineHarness.me, range: TextRange(0, 1))] }
        #expect(toUs.actions == [])
    }

    @Test func `STOP opts a user out of direct messages until START`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, in: { dms: false }, then: { dm: { text: hi } } }")
        func answer(_ text: String) -> [Action] { harness.say(text, in: 90, clan: 0).actions }
        #expect(harness.say("x").actions.map(\.kind) == ["dm"])
        #expect(answer("please stop it") == [])
        #expect(answer(" *Stop ") == [.reply("You will no longer receive these messages. Answer START to receive them again.")])
        #expect(answer("STOP") == [])
        #expect(harness.say("x").results.map(\.reason) == ["always; 5 has opted out of direct messages"])
        #expect(answer("start") == [.reply("You will receive these messages again.")])
        #expect(harness.say("x").actions.map(\.kind) == ["dm"])
    }

    @Test(arguments: [(ChannelID(11), ClanID(0), false), (90, 1, true)])
    func `STOP opts out in a direct conversation of the directory, whatever clan the message claims`(
        channel: ChannelID, claimed: ClanID, optsOut: Bool
    ) throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: join, then: { dm: { text: hi } } }")
        #expect(harness.say("STOP", in: channel, clan: claimed).actions.isEmpty == !optsOut)
    }

    @Test func `STOP has no effect when no rule sends direct messages`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: hi } }")
        #expect(harness.say("STOP", in: 90, clan: 0).actions == [.reply("hi")])
    }
}
