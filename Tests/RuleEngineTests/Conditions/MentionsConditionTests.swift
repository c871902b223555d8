import ChatModel
import Testing

@testable import RuleEngine

struct MentionsConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    private static func user(_ id: UserID) -> Mention { Mention(user: id, username: "u\(id)", range: TextRange(0, 1)) }
    private static func role(_ id: RoleID) -> Mention {
        Mention(user: 0, username: "", role: id, roleName: "r", range: TextRange(0, 1))
    }

    static let mentions: [(String, [Mention], MessageCase)] = [
        ("users: \"> 1\"", [user(1), user(1)], .yes("mentions.users 2 > 1")),
        ("unique_users: \"> 1\"", [user(1), user(1)], .no("mentions.unique_users: 1 is not > 1")),
        ("unique_users: 1", [user(1), user(Mention.everyone), role(21)], .yes("mentions.unique_users 1 is 1")),
        ("total: \"> 2\"", [user(1), user(1), role(21), role(22)], .yes("mentions.total 3 > 2")),
        ("roles: 1", [role(21)], .yes("mentions.roles 1 is 1")),
        ("everyone: true", [user(Mention.everyone)], .yes("mentions.everyone everyone is mentioned")),
        ("everyone: true", [user(1)], .no("mentions.everyone: there is no mention of everyone")),
        ("everyone: false", [], .yes("mentions.everyone there is no mention of everyone")),
        ("includes: [an, staff]", [user(1), role(21)], .yes("mentions.includes role 21")),
        ("includes: an", [user(7)], .yes("mentions.includes user 7")),
        ("includes: [an, staff]", [role(22)], .no("mentions.includes: none of 2 is mentioned")),
        ("me: true", [user(9)], .yes("mentions.me the bot is mentioned")),
        ("me: true", [user(7)], .no("mentions.me: the bot is not mentioned")),
    ]

    @Test(arguments: mentions)
    func `a mentions condition counts and matches users and roles`(fields: String, mentions: [Mention], said: MessageCase) throws
    {
        #expect(
            try ConditionTestHarness().ask("{ mentions: { \(fields) } }", Message.make("x").with { $0.mentions = mentions })
                == said)
    }
}
