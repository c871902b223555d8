import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct AuthorConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    static let authors: [(String, Author, MessageCase)] = [
        ("is: [an, \"5\"]", .member, .yes("author.is user 5")),
        ("is: an", .member, .no("author.is: it is user 5")),
        ("has_role: [admin, staff]", .member, .yes("author.has_role the user has staff")),
        ("has_role: [admin, staff]", .newcomer, .no("author.has_role: the user has none of admin, staff")),
        ("has_role: staff", .stranger, .no("author.has_role: the user's roles are unknown")),
        ("lacks_role: admin", .member, .yes("author.lacks_role the user has none of admin")),
        ("lacks_role: staff", .member, .no("author.lacks_role: the user has staff")),
        ("lacks_role: staff", .stranger, .no("author.lacks_role: the user's roles are unknown")),
        ("is_bot: true", .bot, .yes("author.is_bot it is a bot")),
        ("is_bot: true", .member, .no("author.is_bot: it is not a bot")),
        ("member_for: \"< 24h\"", .newcomer, .yes("author.member_for 2h < 24h")),
        ("member_for: \"< 24h\"", .member, .no("author.member_for: 730d is not < 24h")),
        ("member_for: \"< 24h\"", .stranger, .no("author.member_for: the join date is unknown")),
        ("messages_seen: \"< 5\"", .newcomer, .yes("author.messages_seen 0 < 5")),
        ("member_for: \"< 24h\", messages_seen: \"> 5\"", .newcomer, .no("author.messages_seen: 0 is not > 5")),
        ("name: { contains: admin }", Author(id: 3, username: "the_admin", displayName: "X"), .yes("author.name found 'admin'")),
        ("name: { equals: cường }", .newcomer, .yes("author.name found 'Cường'")),
        ("name: { contains: [admin, mod] }", .member, .no("author.name: none of 2 was found")),
        ("name: { length: \"> 10\" }", .member, .no("author.name: 4 is not > 10")),
    ]

    @Test(arguments: authors)
    func `an author condition compares name, roles, kind and membership age`(fields: String, author: Author, said: MessageCase)
        throws
    {
        #expect(try ConditionTestHarness().ask("{ author: { \(fields) } }", .make("x", by: author)) == said)
    }

    @Test func `author.messages_seen counts earlier messages`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { author: { messages_seen: \"< 2\" } }, then: { react: x } }\n")
        let engine = RuleEngine(set)
        let hits = (1...4).map { number in
            let message = Message.make("x").with { $0.id = MessageID(Int64(number)) }
            return engine.decide(.message(message), EventContext(now: message.createdAt, me: 9)).results.map(\.reason)
        }
        #expect(hits == [["author.messages_seen 0 < 2"], ["author.messages_seen 1 < 2"], [], []])
    }
}
