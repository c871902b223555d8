import BotTesting
import ChatModel
import Delivery
import Testing

struct SentMessageFinderTests {
    private static let reference = Reference(message: 1, sender: 101)
    private static let picture = Attachment(filename: "a", url: "u", mediaType: "image")

    @Test func `each sent message is claimed once`() {
        var own = Self.finder("a", "b", "a", "c")
        let claims = ["a", "a", "c", "c"].map { own.claim(Draft($0), answering: nil) }
        #expect(claims == [10, 12, 13, nil])
    }

    @Test func `messages that the server has reordered are claimed`() {
        var own = Self.finder("b", "c", "a")
        let claims = ["a", "b", "c", "c"].map { own.claim(Draft($0), answering: nil) }
        #expect(claims == [12, 10, 11, nil])
    }

    @Test func `a message in order is preferred to one that was passed`() {
        var own = Self.finder("a", "b", "a")
        #expect(own.claim("b", answering: nil) == 11)
        #expect(own.claim("a", answering: nil) == 12)
        #expect(own.claim("a", answering: nil) == 10)
    }

    private static func finder(_ texts: String...) -> SentMessageFinder {
        let messages = texts.enumerated().map { Message.make(text: $1, by: .me, id: MessageID(Int64($0 + 10))) }
        return SentMessageFinder(messages.reversed(), by: Author.me.id, after: 0)
    }

    @Test(arguments: [
        (Message.make(text: "a", by: .an, id: 10), "somebody else's"),
        (Message.make(text: "a", by: .me, id: 5), "not after the last that is settled"),
        (Message.make(text: "a", by: .me, id: 10, code: .update), "no chat message"),
        (Message.make(text: "b", by: .me, id: 10), "another text"),
        (Message.make(text: "a", by: .me, id: 10, references: [reference]), "an answer"),
        (Message.make(text: "a", by: .me, id: 10, attachments: [picture]), "with a picture"),
    ])
    func `a message that differs is not claimed`(message: Message, why: String) {
        var own = SentMessageFinder([message], by: Author.me.id, after: 5)
        #expect(own.claim("a", answering: nil) == nil)
    }

    @Test func `a reply is claimed by the message it answers`() {
        let answers = [1, 2].map { target in
            Message.make(
                text: "yes", by: .me, id: MessageID(Int64(10 + target)),
                references: [Reference(message: MessageID(Int64(target)), sender: 101)])
        }
        var own = SentMessageFinder(answers, by: Author.me.id, after: 0)
        #expect(own.claim("yes", answering: Reference(message: 2, sender: 101)) == 12)
    }

    @Test func `a relayed reply is claimed by its text when no reply reference matches`() {
        let answer = Message.make(text: "yes", by: .me, id: 12, references: [Self.reference])
        var own = SentMessageFinder([.make(text: "yes", by: .me, id: 11), answer], by: Author.me.id, after: 0)
        #expect(own.claim("yes", answering: Self.reference, orOtherReference: true) == 12)
        var other = SentMessageFinder([.make(text: "yes", by: .me, id: 11)], by: Author.me.id, after: 0)
        #expect(other.claim("no", answering: Self.reference, orOtherReference: true) == nil)
        #expect(other.claim("yes", answering: Self.reference, orOtherReference: true) == 11)
    }
}
