import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ReplyConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

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

    @Test func `the journal names the author of a message replied to, and the directory that author's name`() throws {
        let earlier = Message.make("earlier", by: Author(id: 5, username: "binh"))
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { reply: \"{{ target.id }} {{ target.name }}\" } }",
            person: { user, _ in user == 5 ? Author(id: 5, username: "binh", displayName: "Bình") : nil },
            message: { id, _, _ in id == 50 ? earlier : nil })
        func answer(to id: MessageID) -> [String] {
            harness.say("x") {
                $0.references = [Reference(message: id, sender: 7, senderName: "Admin")]
            }.actions.map { action in
                if case .reply(let draft) = action { draft.content.text } else { "\(action)" }
            }
        }
        #expect(answer(to: 50) == ["5 Bình"])
        #expect(answer(to: 51) == ["7 Admin"])
    }

    @Test(arguments: replies)
    func `a reply condition compares the referenced message`(fields: String, message: Message, said: MessageCase) throws {
        #expect(try ConditionTestHarness().ask("{ reply: { \(fields) } }", message) == said)
    }
}
