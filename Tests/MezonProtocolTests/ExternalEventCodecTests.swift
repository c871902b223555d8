import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonProtocol

struct ExternalEventCodecTests {
    private static let message = Message.make(
        content: Content("hi", markup: [Markup("b", TextRange(0, 2))]), references: [Reference(message: 5, sender: 6)])
    private static let at = Date(timeIntervalSince1970: 1_767_225_600)

    private static func event(_ frame: [UInt8]) throws -> Event? {
        guard case .envelope(let envelope) = try Frame(frame), case .event(let event) = DecodedPush(envelope, receivedAt: at)
        else {
            return nil
        }
        return event
    }

    @Test(arguments: [
        Event.message(message), .delete(Removal(message: 9, clan: 1, channel: 2, sender: 3, at: at)),
        .reaction(
            Reaction(
                emoji: "👍", sender: 3, senderName: "an", isRemoval: true, count: 2, clan: 1, channel: 2, message: 9,
                messageAuthor: 4)),
    ])
    func `an external event is decoded from its frame unchanged`(event: Event) throws {
        let frame = try #require(ExternalEventCodec.bytes(of: event))
        #expect(try Self.event(frame) == event)
    }

    @Test func `an external edit is decoded as an edit`() throws {
        let frame = try #require(ExternalEventCodec.bytes(of: .edit(Self.message)))
        guard case .edit(let edited)? = try Self.event(frame) else {
            Issue.record("no edit")
            return
        }
        #expect(edited.content == Self.message.content)
    }

    @Test func `an event without a Mezon envelope has no frame`() {
        #expect(ExternalEventCodec.bytes(of: .memberJoined(Membership(clan: 1, users: [2]))) == nil)
    }
}
