import BotTesting
import ChatModel
import Foundation
import SwiftProtobuf
import Testing

@testable import MezonProtocol

struct EventDecoderTests {
    @Test func `an attachment from outside names no file that is stored here`() throws {
        var wire = ApiChannelMessage()
        var list = ApiMessageAttachmentList()
        list.attachments = ["https://cdn.mezon.ai/a.png", Attachment.localFilePrefix + "0123456789abcdef"].map { address in
            .with { $0.url = address }
        }
        wire.attachments = Data(list.wireBytes)
        #expect(MessageDecoder.message(wire).attachments.map(\.url) == ["https://cdn.mezon.ai/a.png"])
    }

    @Test func `the golden message is decoded with mention, attachment, reference and reaction`() throws {
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

    @Test(arguments: [(7, 7), (0, nil)] as [(Int64, UserID?)])
    func `a created channel names its creator, unless the server sends zero`(creator: Int64, known: UserID?) throws {
        var envelope = RtEnvelope()
        envelope.channelCreatedEvent.creatorID = creator
        envelope.channelCreatedEvent.channelID = 12
        guard case .event(.channelCreated(let channel)) = DecodedPush.channels(envelope.message) else { throw Missing() }
        #expect(channel.creator == known)
        var listed = ApiChannelDescription()
        listed.creatorID = creator
        #expect(Channel(wire: listed).creator == known)
    }

    private struct Missing: Error {}

    @Test func `the golden button click is decoded`() throws {
        #expect(
            try event("button click push")
                == .button(
                    ButtonClick(
                        message: 2_123_920_948_234_031_107, channel: 1_977_287_012_746_530_816, button: "confirm",
                        user: 1_775_731_152_322_039_808, messageAuthor: 1_840_651_400_184_000_512, extra: #"{"name":"x"}"#)))
    }

    @Test func `the golden reaction is decoded`() throws {
        #expect(
            try event("reaction, cid 7")
                == .reaction(
                    Reaction(
                        emoji: ":smile:", emojiID: 7, sender: 0, clan: 1_840_666_462_012_837_888,
                        channel: 1_977_287_012_746_530_816, message: 2_123_920_948_229_836_802,
                        messageAuthor: 1_840_651_400_184_000_512)))
    }

    private static let clan: ClanID = 1_840_666_462_012_837_888
    private static let alice: UserID = 1_775_731_152_322_039_808

    @Test(arguments: [
        (
            "add_clan_user_event push",
            Event.memberJoined(Membership(clan: clan, users: [1_775_731_152_322_039_809], username: "bob"))
        ),
        ("user_clan_removed_event push", .memberLeft(Membership(clan: clan, users: [1_775_731_152_322_039_809]))),
        ("role_assign_event push", .rolesChanged(RoleChange(clan: clan, role: 1_840_700_000_000_000_001, added: [alice]))),
    ])
    func `golden member events are decoded`(name: String, expected: Event) throws {
        #expect(try event(name) == expected)
    }

    private static func ban(_ action: Int32, seconds: Int32) -> RtEnvelope.OneOf_Message {
        var ban = RtBannedUserEvent()
        ban.userIds = [101, 102]
        ban.action = action
        ban.bannerID = 7
        ban.channelID = 201
        ban.clanID = 301
        ban.banTime = seconds
        return .banUserEvent(ban)
    }

    private static func voice(isJoined: Bool) -> RtEnvelope.OneOf_Message {
        var joined = RtVoiceJoinedEvent()
        (joined.clanID, joined.voiceChannelID, joined.userID) = (301, 201, 101)
        var left = RtVoiceLeavedEvent()
        (left.clanID, left.voiceChannelID, left.voiceUserID) = (301, 201, 101)
        return isJoined ? .voiceJoinedEvent(joined) : .voiceLeavedEvent(left)
    }

    private static var menu: RtEnvelope.OneOf_Message {
        var menu = RtQuickMenuDataEvent()
        menu.menuName = "report"
        menu.senderID = 101
        menu.message.clanID = 301
        menu.message.channelID = 201
        return .quickMenuEvent(menu)
    }

    private static var tokens: RtEnvelope.OneOf_Message {
        var sent = ApiTokenSentEvent()
        (sent.senderID, sent.receiverID, sent.amount, sent.note) = (101, 102, 5000, "thanks")
        return .tokenSentEvent(sent)
    }

    private static func roles(of clan: String) -> RtEnvelope.OneOf_Message {
        var roles = RtRoleAssignedEvent()
        roles.clanID = clan
        return .roleAssignEvent(roles)
    }

    @Test(arguments: [
        (
            ban(1, seconds: 600),
            Event.banChanged(
                BanChange(clan: 301, channel: 201, users: [101, 102], by: 7, isLifted: false, duration: .seconds(600)))
        ),
        (ban(1, seconds: 0), .banChanged(BanChange(clan: 301, channel: 201, users: [101, 102], by: 7, isLifted: false))),
        (ban(1, seconds: -5), .banChanged(BanChange(clan: 301, channel: 201, users: [101, 102], by: 7, isLifted: false))),
        (ban(0, seconds: 9), .banChanged(BanChange(clan: 301, channel: 201, users: [101, 102], by: 7, isLifted: true))),
        (voice(isJoined: true), .voiceJoined(VoicePresence(clan: 301, channel: 201, user: 101))),
        (voice(isJoined: false), .voiceLeft(VoicePresence(clan: 301, channel: 201, user: 101))),
        (menu, .quickMenu(MenuChoice(clan: 301, channel: 201, menu: "report", user: 101))),
        (tokens, .tokenSent(TokenTransfer(sender: 101, receiver: 102, amount: 5000, note: "thanks"))),
        (roles(of: "no number"), .unknown(field: 45)),
    ])
    func `member events are decoded`(pushed: RtEnvelope.OneOf_Message, expected: Event) throws {
        var envelope = RtEnvelope()
        envelope.message = pushed
        #expect(try event(envelope.wireBytes) == expected)
    }

    @Test(arguments: ["ping, cid 1", "pong, cid 1"])
    func `ping events are transient`(name: String) throws {
        guard case .transient = try push(Golden.frame(name)) else {
            Issue.record("the push is not transient")
            return
        }
    }

    @Test func `a pushed notification is transient, since its message is pushed by itself`() throws {
        var envelope = RtEnvelope()
        envelope.message = .notifications(RtNotifications())
        guard case .transient = try push(envelope.wireBytes) else {
            Issue.record("the push is not transient")
            return
        }
    }

    @Test func `typing names its channel, and presence who came and who went`() throws {
        var envelope = RtEnvelope()
        envelope.messageTypingEvent = .with { ($0.clanID, $0.channelID, $0.senderID) = (301, 201, 101) }
        #expect(try activities(envelope).map { [$0.clan.rawValue, $0.channel.rawValue, $0.user.rawValue] } == [[301, 201, 101]])
        envelope.statusPresenceEvent = .with {
            $0.joins = [.with { ($0.userID, $0.sessionID) = (102, 7) }]
            $0.leaves = [.with { ($0.userID, $0.sessionID) = (102, 6) }]
        }
        let presence = try activities(envelope)
        #expect(presence.map(\.kind) == [.offline, .online] && presence.map(\.session) == [6, 7])
        #expect(presence.allSatisfy { $0.clan.isNone && $0.user == 102 })
    }

    private func activities(_ envelope: RtEnvelope) throws -> [MemberActivity] {
        guard case .activity(let activities) = try push(envelope.wireBytes) else { return [] }
        return activities
    }

    /// The fields 11 and 21 are the presence in channels and in streams.
    @Test(arguments: [[0x5A, 0x02, 0x08, 0x01], [UInt8]([0xAA, 0x01, 0x02, 0x08, 0x01])])
    func `the presence of others in channels is transient`(bytes: [UInt8]) throws {
        guard case .transient = try push(bytes) else {
            Issue.record("the push is not transient")
            return
        }
    }

    /// Field 500 (tag `a21f`) is unknown to this version; 9 is an edit as a client sends it, which no server pushes.
    @Test(arguments: [([0xA2, 0x1F, 0x02, 0x08, 0x01], 500), ([UInt8]([0x4A, 0x02, 0x08, 0x01]), 9)])
    func `an unknown event kind keeps its field number`(bytes: [UInt8], field: Int) throws {
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
    func `a message code determines the event kind`(code: MessageCode, kind: String) throws {
        let envelope = RtEnvelope(pushing: .make(text: "x", code: code))
        #expect(try event(envelope.wireBytes).kind == kind)
    }

    @Test(arguments: [(UInt32(0), 100.0), (150, 150)])
    func `a deletion has the server's time, or else the time of the message`(updated: UInt32, at: Double) throws {
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

    private func push(_ bytes: [UInt8]) throws -> DecodedPush {
        guard case .envelope(let envelope) = try Frame(bytes) else { throw WireError.notAnEnvelope(length: bytes.count) }
        return DecodedPush(envelope, receivedAt: .distantPast)
    }
}
