import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct UserListTests {
    private static let lists = """
        moderation: { channel: mod-log, roles: [staff] }
        lists:
          trusted: { users: [an, "5"] }
          banned: { users: ["77"] }
          words: { words: [spam] }

        """

    private static func harness(_ rule: String) throws -> RuleEngineHarness {
        try RuleEngineHarness("  - { id: a, trigger: message, \(rule), then: { reply: x } }", configuration: lists)
    }

    @Test func `a user condition compares with lists of users`() throws {
        let harness = try Self.harness("when: { author: { in_list: [banned, trusted] } }")
        #expect(harness.say("x").results.first?.reason == "author.in_list the user is in trusted")
        #expect(harness.say("x", by: Author(id: 8, username: "mai")).actions.isEmpty)
    }

    @Test func `a list of users can be exempt`() throws {
        let harness = try Self.harness("except: { users: [trusted, mai] }")
        #expect(harness.say("x").actions.isEmpty && harness.say("x", by: RuleEngineHarness.moderator).actions.isEmpty)
        #expect(!harness.say("x", by: Author(id: 77, username: "x")).actions.isEmpty)
    }

    @Test(arguments: [
        ("when: { author: { in_list: words } }", "wrong-name"), ("when: { author: { in_list: trustd } }", "unknown-name"),
        ("except: { users: words }", "wrong-name"), ("when: { text: { in_list: trusted } }", "wrong-name"),
    ])
    func `a list of another kind is a compile error`(rule: String, code: String) throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, \(rule), then: { reply: x } }", configuration: Self.lists
        ).1
        #expect(found.map { $0.split(separator: " ").last } == [code[...]])
    }

    @Test func `an account's age follows from its id, unless the id contains no time`() throws {
        let harness = try Self.harness("when: { author: { account_age: \"< 7d\" } }")
        func user(_ age: Double) -> Author {
            Author(id: UserID(Snowflake.floor(of: RuleEngineHarness.start - age) + 3), username: "u")
        }
        #expect(harness.say("x", by: user(3 * 86_400)).results.first?.reason == "author.account_age 3d < 7d")
        #expect(harness.say("x", by: user(8 * 86_400)).actions.isEmpty)
        #expect(harness.say("x", by: user(-86_400)).actions.isEmpty && harness.say("x").actions.isEmpty)
        #expect(harness.say("x", by: Author(id: UserID(foreign: 12_345), username: "u")).actions.isEmpty)
    }

    @Test func `a test gives the age of an account`() throws {
        let (set, found) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: message
                when: { author: { account_age: "< 7d" } }
                then: { reply: x }
                tests:
                  - { name: new, given: { author: { account_age: 2d } }, expect: { hit: true, because: author.account_age } }
                  - { name: old, given: { author: { account_age: 30d } }, expect: { hit: false } }
                  - { name: unknown, given: { text: x }, expect: { hit: false } }
            """)
        #expect(found == [] && set.failedTests().isEmpty)
    }
}
