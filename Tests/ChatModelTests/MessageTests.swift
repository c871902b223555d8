import ChatModel
import Foundation
import Testing

struct MessageTests {
    private let message = Message(
        id: 7, clan: 1, channel: 2, author: Author(id: 3, username: "an"), content: Content("hello"),
        createdAt: Date(timeIntervalSince1970: 1000))

    @Test func `a changed copy leaves the original as it was`() {
        var edited = message
        edited.content.text = "goodbye"
        edited.mentions.append(Mention(user: 5, range: TextRange(0, 2)))
        #expect(message.text == "hello")
        #expect(message.mentions.isEmpty)
        #expect(edited.text == "goodbye")
        #expect(edited.mentions.map(\.user) == [5])
        #expect(edited != message)
        edited.content = message.content
        edited.mentions = []
        #expect(edited == message)
        #expect(Set([edited, message]).count == 1)
    }

    @Test func `a message is encoded as an object with its properties`() throws {
        let json = try JSONEncoder().encode(message)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["id"] as? String == "7")
        #expect(object.keys.contains("channelLabel"))
        #expect(try JSONDecoder().decode(Message.self, from: json) == message)
    }

    @Test func `a printed message shows its properties`() {
        #expect("\(message)".hasPrefix("Message(id: 7, clan: 1, channel: 2, author: "))
        #expect("\(Event.message(message) as Any)".contains("hello"))
    }
}
