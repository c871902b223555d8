import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

struct MissedChangesTests {
    private static let date = Date(timeIntervalSince1970: 1_790_000_000)
    private static let me: UserID = 9

    private func wire(_ id: Int64, _ text: String = "hi", updated: UInt32 = 0, code: Int32 = 0, in channel: Int64 = 1)
        -> ApiChannelMessage
    {
        .with {
            $0.channelID = channel
            $0.messageID = id
            $0.code = code
            $0.senderID = 5
            $0.content = #"{"t":"\#(text)"}"#
            $0.createTimeSeconds = 1_789_000_000
            $0.updateTimeSeconds = updated
        }
    }

    private func known(_ id: Int64, _ text: String = "hi", by author: UserID = 5, topic: TopicID = 0) -> ChatModel.Message {
        var message = MessageDecoder.message(wire(id, text))
        message.author.id = author
        message.topic = topic
        return message
    }

    private func changes(
        _ page: [ApiChannelMessage], before cursor: MessageID = 0, _ known: [ChatModel.Message]
    ) -> [String] {
        let missed = MissedChanges(page, before: cursor, of: 1, me: Self.me, receivedAt: Self.date)
        return (missed?.events(known) ?? []).map { received in
            guard received.isLate else { return "not late" }
            switch received.event {
            case .edit(let message): return "edit \(message.id) \(message.text)"
            case .delete(let removal): return "delete \(removal.message) by \(removal.sender)"
            default: return received.event.kind
            }
        }
    }

    @Test func `another text is an edit, and a missing message a deletion`() {
        let page = [wire(1), wire(2, "new", updated: 1_789_000_100), wire(4)]
        #expect(
            changes(page, [known(4), known(3, "old"), known(2), known(1)]) == ["edit 2 new", "delete 3 by 5"])
    }

    @Test func `an unchanged page has no changes`() {
        #expect(changes([wire(1), wire(2)], [known(1), known(2)]) == [])
        #expect(changes([wire(1, updated: 1_789_000_100)], [known(1)]) == [], "a later time alone changes nothing to see")
    }

    @Test func `only messages between two others of the page are missing`() {
        #expect(changes([wire(3), wire(5)], [known(1), known(2), known(4), known(6)]) == ["delete 4 by 5"])
        #expect(changes([wire(3), wire(5)], before: 8, [known(2), known(6), known(8)]) == ["delete 6 by 5"])
        #expect(changes([], [known(1)]) == [])
    }

    @Test func `a page that is not the one requested says nothing`() {
        #expect(changes([wire(3), wire(5)], before: 5, [known(4)]) == [])
        #expect(changes([wire(3), wire(5, in: 2)], [known(4)]) == [])
    }

    @Test func `removed texts, topics and own edits are left out, and own messages may be deleted`() {
        let page = [wire(1), wire(2, "new"), wire(3, "new"), wire(9)]
        #expect(
            changes(page, [known(2, ""), known(3, by: Self.me), known(4, ""), known(5, topic: 7), known(6, by: Self.me)])
                == ["delete 6 by 9"])
    }

    @Test func `a message that the page calls removed is deleted`() {
        #expect(changes([wire(1), wire(2, "", code: 2), wire(3)], [known(2)]) == ["delete 2 by 5"])
    }
}
