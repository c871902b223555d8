import Foundation
import MezonModel
import MezonTesting
import MezonWire
import Testing

struct EventDecoderTests {
    @Test func `the golden message is read with its mention, attachment, reference and reaction`() throws {
        let at = Date(timeIntervalSince1970: 1_795_217_187)
        let message = Message(
            id: 2_123_920_941_929_992_193, clan: 1_840_666_462_012_837_888, channel: 1_977_287_012_746_530_816,
            author: Author(
                id: 1_775_731_152_322_039_808, username: "alice", displayName: "Alice", clanNick: "Al",
                avatar: "https://cdn.mezon.ai/a.png"),
            content: Content("@probe-bot *ping 😀"),
            mentions: [Mention(user: 1_840_651_400_184_000_512, username: "probe-bot", range: TextRange(0, 10))],
            attachments: [
                Attachment(
                    filename: "a.png", url: "https://cdn.mezon.ai/x/a.png", mediaType: "image/png", sizeInBytes: 10, width: 1,
                    height: 1)
            ],
            references: [
                Reference(
                    message: 1, sender: 1_775_731_152_322_039_808, senderName: "alice", content: Content("earlier"))
            ],
            reactions: [
                Reaction(
                    emoji: ":smile:", emojiID: 7, sender: 1_775_731_152_322_039_808, clan: 0, channel: 0, message: 0,
                    messageAuthor: 0)
            ],
            channelLabel: "general", createdAt: at)
        #expect(try event("channel_message, push, with mention, attachment, reference, reaction") == .message(message))
    }

    @Test func `the golden click is read`() throws {
        #expect(
            try event("button click push")
                == .button(
                    ButtonClick(
                        message: 2_123_920_948_234_031_107, channel: 1_977_287_012_746_530_816, button: "confirm",
                        user: 1_775_731_152_322_039_808, messageAuthor: 1_840_651_400_184_000_512, extra: #"{"name":"x"}"#)))
    }

    @Test func `the golden reaction is read`() throws {
        #expect(
            try event("reaction, cid 7")
                == .reaction(
                    Reaction(
                        emoji: ":smile:", emojiID: 7, sender: 0, clan: 1_840_666_462_012_837_888,
                        channel: 1_977_287_012_746_530_816, message: 2_123_920_948_229_836_802,
                        messageAuthor: 1_840_651_400_184_000_512)))
    }

    @Test(arguments: ["typing, cid 11", "ping, cid 1", "pong, cid 1"])
    func `what nobody cares for a second later is transient`(name: String) throws {
        guard case .transient = try push(Golden.frame(name)) else {
            Issue.record("it is kept")
            return
        }
    }

    /// Field 500 (tag `a21f`) is nothing that this build knows; 9 is an edit as a client sends it, which no server pushes.
    @Test(arguments: [([0xA2, 0x1F, 0x02, 0x08, 0x01], 500), ([UInt8]([0x4A, 0x02, 0x08, 0x01]), 9)])
    func `a kind that this build does not know is kept by its number`(bytes: [UInt8], field: Int) throws {
        #expect(try event(bytes) == .unknown(field: field))
    }

    @Test func `an envelope without content is empty`() throws {
        guard case .empty = try push([0x08, 0x07]) else {
            Issue.record("it means something")
            return
        }
    }

    @Test(arguments: [
        (MessageCode.chat, "message"), (.buzz, "message"), (.poll, "message"), (.update, "edit"), (.remove, "delete"),
        (MessageCode(rawValue: 5), "system"), (.ephemeral, "system"), (MessageCode(rawValue: 77), "system"),
        (MessageCode(rawValue: -1), "system"),
    ])
    func `a message's code says what happened`(code: MessageCode, kind: String) throws {
        let envelope = RtEnvelope(pushing: .make(text: "x", code: code))
        #expect(try event(envelope.wireBytes).kind == kind)
    }

    @Test(arguments: [(UInt32(0), 100.0), (150, 150)])
    func `a removal happened when the server says, else when the message was made`(updated: UInt32, at: Double) throws {
        var wire = ApiChannelMessage(.make(id: 7, code: .remove, at: Date(timeIntervalSince1970: 100)))
        wire.updateTimeSeconds = updated
        var envelope = RtEnvelope()
        envelope.channelMessage = wire
        #expect(
            try event(envelope.wireBytes)
                == .delete(
                    Removal(
                        message: 7, clan: .test, channel: .general, sender: Author.an.id, at: Date(timeIntervalSince1970: at))))
    }

    private func event(_ name: String) throws -> Event { try event(Golden.frame(name)) }

    private func event(_ bytes: [UInt8]) throws -> Event {
        guard case .event(let event) = try push(bytes) else { throw WireError.notAnEnvelope(length: bytes.count) }
        return event
    }

    private func push(_ bytes: [UInt8]) throws -> Push {
        guard case .envelope(let envelope) = try Frame(bytes) else { throw WireError.notAnEnvelope(length: bytes.count) }
        return Push(envelope, receivedAt: .distantPast)
    }
}
