import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateMessagesTests {
    @Test func `a message is acknowledged and pushed to the whole channel, including its sender`() throws {
        var state = try GatewayState.make()
        let reply = try state.send(.make("hi"), by: .guest, at: .start)
        #expect(reply.answer.username == "guest")
        #expect(reply.answer.persistent.value)
        #expect(reply.pushes.map(\.receivers) == [[1, 2, 3, 4]])
        guard case .channelMessage(let pushed)? = reply.pushes.first?.message else { throw Missing() }
        #expect(pushed.messageID == reply.answer.messageID)
        #expect(pushed.senderID == UserID.guest.rawValue)
        #expect(pushed.content == #"{"t":"hi"}"#)
        #expect(pushed.channelLabel == "general")
    }

    @Test func `without own echo a message is not pushed to its sender`() throws {
        var state = try GatewayState.make()
        state.switches.ownEcho = false
        #expect(try state.send(.make("hi"), by: .guest, at: .start).pushes.map(\.receivers) == [[1, 3, 4]])
    }

    @Test func `a private channel must be joined before sending`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.mustJoin) { try state.send(.make("x", in: .modLog), by: .bot, at: .start) }
        var join = RtChannelJoin()
        join.channelID = ChannelID.modLog.rawValue
        _ = try state.answer(.channelJoin(join), from: .bot, at: .start)
        #expect(try state.send(.make("x", in: .modLog), by: .bot, at: .start).pushes.map(\.receivers) == [[1, 3]])
    }

    @Test func `a private channel is not found by non-members`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.channelNotFound) { try state.send(.make("x", in: .modLog), by: .guest, at: .start) }
    }

    @Test(arguments: [1, 2, 3, 5, 10, 12]) func `the server's own codes cannot be sent`(code: Int32) throws {
        var state = try GatewayState.make()
        var send = RtChannelMessageSend.make("x")
        send.code = code
        #expect(throws: GatewayRequestError.invalid("code \(code) is the server's own")) {
            try state.send(send, by: .guest, at: .start)
        }
    }

    @Test(arguments: [(4000, true), (4001, false)]) func `content is limited in UTF-16 units`(units: Int, isTaken: Bool) throws {
        var state = try GatewayState.make()
        var send = RtChannelMessageSend.make("")
        send.content = String(repeating: "ế", count: units)
        #expect(((try? state.send(send, by: .guest, at: .start)) != nil) == isTaken)
    }

    @Test func `an edit keeps the id, is pushed as code 1 and changes the history`() throws {
        var state = try GatewayState.make()
        let id = try state.say("first")
        var update = RtChannelMessageUpdate()
        update.channelID = ChannelID.general.rawValue
        update.messageID = id.rawValue
        update.content = #"{"t":"second"}"#
        let later = Date.start.addingTimeInterval(5)
        let reply = try state.update(update, by: .guest, at: later)
        guard case .channelMessage(let pushed)? = reply.pushes.first?.message else { throw Missing() }
        #expect((pushed.code, pushed.messageID, pushed.content) == (1, id.rawValue, #"{"t":"second"}"#))
        let stored = state.messages.message(id, in: .general)
        #expect(
            (stored?.code, stored?.content, stored?.updateTimeSeconds) == (0, #"{"t":"second"}"#, GatewayState.seconds(later)))
    }

    @Test func `a message is edited by its author only`() throws {
        var state = try GatewayState.make()
        var update = RtChannelMessageUpdate()
        update.channelID = ChannelID.general.rawValue
        update.messageID = try state.say("mine").rawValue
        #expect(throws: GatewayRequestError.permissionDenied) { try state.update(update, by: .mod, at: .start) }
    }

    @Test(arguments: [(Caller.guest, true), (.mod, true), (.bot, true), (.secondApp, false)])
    func `deleting a message requires authorship or a permission`(caller: Caller, isAllowed: Bool) throws {
        var state = try GatewayState.make()
        var remove = RtChannelMessageRemove()
        remove.channelID = ChannelID.general.rawValue
        remove.messageID = try state.say("x").rawValue
        let pushes = try? state.remove(remove, by: caller, at: .start).pushes
        #expect((pushes != nil) == isAllowed)
        #expect(state.messages.count == (isAllowed ? 0 : 1))
        if case .channelMessage(let pushed)? = pushes?.first?.message { #expect(pushed.code == 2) }
    }

    @Test func `with moderation switched off for apps an app with a role is refused`() throws {
        var state = try GatewayState.make()
        state.switches.moderationForApps = false
        var remove = RtChannelMessageRemove()
        remove.channelID = ChannelID.general.rawValue
        remove.messageID = try state.say("x").rawValue
        #expect(throws: GatewayRequestError.permissionDenied) { try state.remove(remove, by: .bot, at: .start) }
    }

    @Test func `an ephemeral message is pushed only to its receivers and not stored`() throws {
        var state = try GatewayState.make()
        var ephemeral = RtEphemeralMessageSend()
        ephemeral.message = .make("psst")
        ephemeral.receiverIds = [UserID.guest.rawValue]
        let reply = try state.sendEphemeral(ephemeral, by: .bot, at: .start)
        #expect(reply.answer.code == 12)
        #expect(reply.pushes == [GatewayPush(message: .channelMessage(reply.answer), receivers: [2])])
        #expect(state.messages.count == 0)
    }

    @Test func `mentions are sent as a list and received as bytes`() throws {
        var state = try GatewayState.make()
        let mention = Mention(user: .bot, username: "mezon-bot", range: TextRange(0, 10))
        var send = RtChannelMessageSend.make("@mezon-bot hi")
        send.mentions = [mention.wire]
        _ = try state.send(send, by: .guest, at: .start)
        let stored = try #require(state.messages.last(in: .general))
        #expect(MessageDecoder.message(stored).mentions == [mention])
    }
}

struct Missing: Error {}
