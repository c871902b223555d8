import BotTesting
import ChatModel
import Foundation
import Testing

struct ResolvedActionTests {
    private static let message = Message.make(text: "question", by: .binh, id: 77, topic: 5)
    private static let quoted = Reference(to: message)
    private static let removal = Event.delete(Removal(message: 77, clan: .test, channel: .general, at: .distantPast))
    private static let join = Event.memberJoined(Membership(clan: .test, users: [101]))

    @Test(arguments: [
        (Action.reply("yes"), ResolvedAction.Request.send("yes", answering: quoted, topic: 5)),
        (.send("all"), .send("all", answering: nil, topic: 5)),
        (.react("👍"), .react("👍", message: 77, author: 102)),
        (.edit(70, "new"), .edit(70, "new", topic: 5)),
        (.delete(), .delete(77, topic: 5)),
        (.delete(70), .delete(70, topic: 5)),
    ])
    func `an action is resolved against its causing message`(action: Action, request: ResolvedAction.Request) {
        #expect(ResolvedAction(action, for: .message(Self.message)) == ResolvedAction(channel: .general, request: request))
    }

    @Test func `a send to another channel drops the topic`() {
        let outgoing = ResolvedAction(.send("there", to: .random), for: .message(Self.message))
        #expect(outgoing == ResolvedAction(channel: .random, request: .send("there", answering: nil, topic: 0)))
    }

    @Test func `an answer to a button click belongs to the topic of its message`() {
        let press = Event.button(ButtonClick(message: 77, channel: .general, button: "b", user: 101, messageAuthor: 1))
        #expect(
            ResolvedAction(.reply("yes"), for: press, in: 5)
                == ResolvedAction(channel: .general, request: .send("yes", answering: nil, topic: 5)))
        #expect(
            ResolvedAction(.edit("new"), for: press, in: 5)
                == ResolvedAction(channel: .general, request: .edit(77, "new", topic: 5)))
    }

    @Test(arguments: [Action.reply("x"), .send("x"), .react("x"), .edit(1, "x"), .delete()])
    func `an action on an event without a channel is not resolved`(action: Action) {
        #expect(ResolvedAction(action, for: Self.join) == nil)
    }

    @Test func `a reply to a message that cannot be quoted has no reference`() {
        #expect(
            ResolvedAction(.reply("gone?"), for: Self.removal)
                == ResolvedAction(channel: .general, request: .send("gone?", answering: nil, topic: 0)))
    }

    @Test func `a reaction has no draft, and setting one has no effect`() {
        var outgoing = ResolvedAction(channel: .general, request: .react("👍", message: 1, author: 2))
        let before = outgoing
        outgoing.draft = "text"
        #expect(outgoing == before)
        #expect(outgoing.draft == nil)
    }
}
