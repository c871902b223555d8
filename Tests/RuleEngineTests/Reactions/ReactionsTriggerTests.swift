import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ReactionsTriggerTests {
    private static let reported = Message(
        id: 50, clan: 1, channel: 11, author: RuleEngineHarness.binh, content: Content("buy now"),
        createdAt: RuleEngineHarness.start)

    private static func harness(
        _ keys: String = "",
        _ rest: String =
            "then: [delete, { send: { to: mod-log, text: \"{{ author.name }}: {{ message.text }} ({{ match.count }})\" } }]"
    )
        throws -> RuleEngineHarness
    {
        let members = (20...30).map {
            Member(clan: 1, user: UserID($0), roles: $0 < 23 ? [22] : [], joinedAt: RuleEngineHarness.start - Double($0) * 86_400)
        }
        return try RuleEngineHarness(
            """
              - id: flagged
                mode: enforce
                trigger: { reactions: { emoji: 🚩, people: ">= 3"\(keys) } }
                in: { channels: [general] }
                \(rest)
            """, members: RuleEngineHarness.members + members + [Member(clan: 1, user: 40, isBot: true)],
            message: { id, _, _ in id == 50 ? reported : nil })
    }

    private static func react(
        _ harness: RuleEngineHarness, _ user: UserID, _ emoji: String = "🚩", isRemoval: Bool = false, to message: MessageID = 50,
        in channel: ChannelID = 11, claiming author: UserID = 7
    ) -> RuleDecision {
        harness.feed(
            .reaction(
                Reaction(
                    emoji: emoji, sender: user, isRemoval: isRemoval, clan: 1, channel: channel, message: message,
                    messageAuthor: author)))
    }

    @Test func `the third person's reaction makes the rule act on the message and its author`() throws {
        let harness = try Self.harness()
        #expect(Self.react(harness, 20).results == [] && Self.react(harness, 21).results == [])
        let decision = Self.react(harness, 22)
        #expect(decision.cases.map(\.user) == [5] && decision.cases.first?.evidence.map(\.text) == ["buy now"])
        let sent = decision.actions.compactMap { action -> String? in
            guard case .resolved(let outgoing) = action, case .send(let draft, _, _) = outgoing.request else { return nil }
            return draft.content.text
        }
        #expect(sent == ["Bình: buy now (3)"])
        #expect(Self.react(harness, 23).results == [], "it acts once")
    }

    static let uncounted: [(String, UserID, String)] = [
        ("the same person again", 20, "🚩"), ("another emoji", 22, "👍"), ("the author", 5, "🚩"), ("a bot", 40, "🚩"),
        ("the bot itself", 9, "🚩"),
    ]

    @Test(arguments: uncounted) func `a reaction that does not count changes nothing`(why: String, user: UserID, emoji: String)
        throws
    {
        let harness = try Self.harness()
        _ = (Self.react(harness, 20), Self.react(harness, 21))
        #expect(Self.react(harness, user, emoji).results == [], "\(why)")
        #expect(Self.react(harness, 24).cases.count == 1, "\(why)")
    }

    @Test func `a withdrawn reaction no longer counts, and the rule acts again when the number is reached again`() throws {
        let harness = try Self.harness()
        _ = (Self.react(harness, 20), Self.react(harness, 21))
        #expect(Self.react(harness, 21, isRemoval: true).results == [])
        #expect(Self.react(harness, 22).results == [])
        #expect(Self.react(harness, 23).cases.count == 1)
        _ = Self.react(harness, 23, isRemoval: true)
        #expect(Self.react(harness, 24).cases.count == 1)
    }

    @Test func `only people with the role or of some standing count`() throws {
        let roles = try Self.harness(", by_role: dev")
        for user in 23...26 { #expect(Self.react(roles, UserID(Int64(user))).results == []) }
        for user in 20...21 { #expect(Self.react(roles, UserID(Int64(user))).results == []) }
        #expect(Self.react(roles, 22).cases.count == 1)
        let standing = try Self.harness(", member_for: \"> 23d\"")
        for user in 20...26 { #expect(Self.react(standing, UserID(Int64(user))).cases.count == (user == 26 ? 1 : 0)) }
    }

    @Test func `each message is counted separately, and other channels not at all`() throws {
        let harness = try Self.harness()
        _ = (Self.react(harness, 20), Self.react(harness, 21), Self.react(harness, 22, to: 51))
        _ = Self.react(harness, 23, in: 12)
        #expect(Self.react(harness, 24).cases.count == 1)
    }

    @Test func `the condition is about the message, and the exemption about its author`() throws {
        func acts(_ rest: String) throws -> Bool {
            let harness = try Self.harness("", rest)
            return (20...22).map { Self.react(harness, UserID(Int64($0))) }.contains { !$0.results.isEmpty }
        }
        #expect(try acts("when: { text: { contains: buy } }\n    then: delete"))
        #expect(try !acts("when: { text: { contains: sell } }\n    then: delete"))
        #expect(try !acts("except: { users: [\"5\"] }\n    then: delete"))
        #expect(try acts("except: { users: [\"22\"] }\n    then: delete"))
    }

    @Test func `the number of people is required, and a test can give it`() throws {
        let (_, missing) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: { reactions: { emoji: 🚩 } }, then: { reply: x } }")
        #expect(missing == ["1:36 missing-key"])
        let (set, diagnostics) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: { reactions: { emoji: 🚩, people: ">= 3", by_role: staff } }
                when: { text: { contains: spam } }
                then: { reply: x }
                tests:
                  - { name: three, given: { text: spam, people: 3 }, expect: { hit: true, actions: [reply], because: text.contains } }
                  - { name: two, given: { text: spam, people: 2 }, expect: { hit: false, because: reactions.people } }
            """)
        #expect(diagnostics == [])
        #expect(set.failedTests() == [] && set.testCount == 2)
    }
}
