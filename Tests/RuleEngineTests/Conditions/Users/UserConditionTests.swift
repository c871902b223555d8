import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct UserConditionTests {
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
            return engine.decide(.message(message), EventContext(now: message.createdAt, me: 9)).contributions.map(\.reason)
        }
        #expect(hits == [["author.messages_seen 0 < 2"], ["author.messages_seen 1 < 2"], [], []])
    }

    static let targets: [(String, Event, MessageCase)] = [
        (
            "target: { is: an }", .message(.make("x").with { $0.mentions = [Mention(user: 7, range: TextRange(0, 1))] }),
            .yes("target.is user 7")
        ),
        ("target: { is: an }", .message(.make("x")), .no("target.is: the event has no such user")),
        ("target: { is_bot: false }", .message(.make("x")), .no("target.is_bot: the event has no such user")),
        (
            "target: { member_for: \"> 1d\" }",
            .reaction(Reaction(emoji: "x", sender: 6, clan: 1, channel: 11, message: 1, messageAuthor: 5)),
            .yes("target.member_for 730d > 1d")
        ),
        (
            "target: { name: { contains: dung } }",
            .message(.make("x").with { $0.mentions = [Mention(user: 7, username: "dungnv", range: TextRange(0, 1))] }),
            .yes("target.name found 'dung'")
        ),
    ]

    @Test(arguments: targets)
    func `a target condition compares the same fields as author`(condition: String, event: Event, said: MessageCase) throws {
        let trigger = if case .reaction = event { "reaction" } else { "message" }
        #expect(try ConditionTestHarness().ask("{ \(condition) }", event, trigger: trigger) == said)
    }

    private static func answer(_ sender: UserID, age: TimeInterval = 60) -> Message {
        .make("x").with {
            let id = MessageID(Snowflake.floor(of: $0.createdAt.addingTimeInterval(-age)))
            $0.references = [Reference(message: id, sender: sender, senderName: "Lan")]
        }
    }

    static let replies: [(String, Message, MessageCase)] = [
        ("to: me", answer(9), .yes("reply.to it replies to this bot")),
        ("to: bot", answer(8), .yes("reply.to it replies to a bot")),
        ("to: user", answer(5), .yes("reply.to it replies to a user")),
        ("to: user", answer(9), .no("reply.to: it replies to this bot")),
        ("to: none", .make("x"), .yes("reply.to it is not a reply")),
        ("to: me", .make("x"), .no("reply.to: it is not a reply")),
        ("age: \"> 7d\"", answer(5, age: 8 * 86_400), .yes("reply.age 8d > 7d")),
        ("age: \"> 7d\"", answer(5), .no("reply.age: 1m is not > 7d")),
        ("age: \"> 7d\"", .make("x"), .no("reply.age: it is not a reply")),
        ("has_role: staff", answer(5), .yes("reply.has_role the user has staff")),
        ("name: { equals: lan }", answer(5), .yes("reply.name found 'Lan'")),
    ]

    @Test(arguments: replies)
    func `a reply condition compares the referenced message`(fields: String, message: Message, said: MessageCase) throws {
        #expect(try ConditionTestHarness().ask("{ reply: { \(fields) } }", message) == said)
    }
}
