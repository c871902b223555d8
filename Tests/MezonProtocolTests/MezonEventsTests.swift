import ChatModel
import Foundation
import SwiftProtobuf
import Testing

@testable import MezonProtocol

/// Events that only Mezon has: tokens, coffees, the quick menu and the calendar.
struct MezonEventsTests {
    private func event(_ envelope: RtEnvelope) throws -> Event {
        let received = try RtEnvelope(serializedBytes: envelope.wireBytes)
        guard case .event(let event) = DecodedPush(received, receivedAt: Date(timeIntervalSince1970: 0)) else {
            throw WireError.notARequest
        }
        return event
    }

    @Test func `a transfer of tokens is decoded with its note and transaction`() throws {
        let envelope = RtEnvelope.with {
            $0.tokenSentEvent = .with {
                $0.senderID = 5
                $0.senderName = "an"
                $0.receiverID = 9
                $0.amount = 500
                $0.note = "thanks"
                $0.transactionID = "t1"
            }
        }
        let transfer = TokenTransfer(
            sender: 5, senderName: "an", receiver: 9, amount: 500, note: "thanks", transaction: "t1")
        #expect(try event(envelope) == .tokenSent(transfer))
    }

    @Test(arguments: [
        (TokenTransfer(sender: 5, receiver: 9, amount: 1), true), (TokenTransfer(sender: 5, receiver: 8, amount: 1), false),
        (TokenTransfer(sender: 9, receiver: 9, amount: 1), false), (TokenTransfer(sender: 0, receiver: 9, amount: 1), false),
        (TokenTransfer(sender: 5, receiver: 9, amount: 0), false), (TokenTransfer(sender: 5, receiver: 9, amount: -5), false),
    ])
    func `a transfer gives tokens to an account only if another sends it a positive amount`(
        transfer: TokenTransfer, isReceived: Bool
    ) {
        #expect(transfer.isReceived(by: 9) == isReceived)
    }

    @Test func `a coffee is decoded with the message it was given for`() throws {
        // The bytes as Mezon's own encoder writes them: field 47 of the envelope.
        let bytes: [UInt8] = [0xFA, 0x02, 0x0D, 0x08, 5, 0x10, 9, 0x18, 0x90, 0x4E, 0x20, 7, 0x28, 11, 0x30, 1]
        let envelope = try RtEnvelope(serializedBytes: bytes)
        let gift = CoffeeGift(sender: 5, receiver: 9, amount: 10_000, clan: 1, channel: 11, message: 7)
        #expect(try event(envelope) == .coffeeGiven(gift))
        #expect(Event.coffeeGiven(gift).channel == 11)
    }

    @Test func `a choice from the quick menu is decoded with its text and topic`() throws {
        let envelope = RtEnvelope.with {
            $0.quickMenuEvent = .with {
                $0.menuName = "kudos"
                $0.senderID = 5
                $0.message.clanID = 1
                $0.message.channelID = 11
                $0.message.topicID = 3
                $0.message.content = #"{"t":"@binh"}"#
            }
        }
        #expect(
            try event(envelope) == .quickMenu(MenuChoice(clan: 1, channel: 11, menu: "kudos", user: 5, topic: 3, text: "@binh")))
    }

    @Test(
        arguments: [
            (1, ClanEventChange.Kind.created), (2, .updated), (3, .deleted), (4, .interested), (5, .uninterested),
        ] as [(Int32, ClanEventChange.Kind)])
    func `a change in a calendar is decoded`(action: Int32, kind: ClanEventChange.Kind) throws {
        let envelope = RtEnvelope.with {
            $0.clanEventCreated = .with {
                $0.action = action
                $0.eventID = 77
                $0.clanID = 1
                $0.title = "Demo"
                $0.channelVoiceID = 12
                $0.startTimeSeconds = 1_800_000_000
                $0.eventStatus = 1
                $0.creatorID = 4
                $0.userID = 5
            }
        }
        let calendarEvent = ClanEvent(
            id: 77, clan: 1, title: "Demo", voiceChannel: 12, creator: 4, startsAt: Date(timeIntervalSince1970: 1_800_000_000),
            status: .upcoming)
        #expect(try event(envelope) == .clanEventChanged(ClanEventChange(kind, calendarEvent, by: 5)))
    }

    @Test func `a change of an unknown kind in a calendar is unknown`() throws {
        let envelope = RtEnvelope.with { $0.clanEventCreated.action = 99 }
        #expect(try event(envelope) == .unknown(field: 44))
    }

    @Test func `texts of users are removed from stored events`() throws {
        let tokens = RtEnvelope.with {
            $0.tokenSentEvent.note = "private words"
            $0.tokenSentEvent.senderID = 5
        }
        let calendar = RtEnvelope.with {
            $0.clanEventCreated.title = "private words"
            $0.clanEventCreated.description_p = "private words"
            $0.clanEventCreated.address = "private words"
            $0.clanEventCreated.action = 1
        }
        for envelope in [tokens, calendar] {
            let redacted = FrameRedactor.redacted(envelope.wireBytes)
            #expect(!redacted.isEmpty)
            #expect(!String(decoding: redacted, as: UTF8.self).contains("private"))
        }
    }

    @Test func `a transfer's sender is found by the name that it carries`() {
        let envelope = RtEnvelope.with {
            $0.tokenSentEvent.senderID = 5
            $0.tokenSentEvent.senderName = "an"
        }
        #expect(FrameRedactor.names(of: 5, in: envelope.wireBytes) == ["an"])
        #expect(FrameRedactor.names(of: 6, in: envelope.wireBytes).isEmpty)
    }

    @Test func `a room is read from a list in which users are texts`() {
        let wire = ApiVoiceChannelUser.with {
            $0.channelID = 12
            $0.userIds = ["5", "x", "6"]
        }
        #expect(VoiceChannelUsers(wire: wire) == VoiceChannelUsers(channel: 12, users: [5, 6]))
    }
}
