import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStatePinsTests {
    private func pin(_ message: MessageID) -> ApiPinMessageRequest {
        .with {
            $0.channelID = ChannelID.general.rawValue
            $0.messageID = message.rawValue
        }
    }

    private func pinned(in state: inout GatewayState) throws -> [ApiPinMessage] {
        try state.ask(
            .getPinMessagesList, ApiPinMessageRequest.with { $0.channelID = ChannelID.general.rawValue }, by: .guest,
            as: ApiPinMessagesList.self
        ).answer.pinMessagesList
    }

    @Test func `pins are listed in the order of pinning and removed by either id`() throws {
        var state = try GatewayState.make()
        let messages = [try state.say("one"), try state.say("two"), try state.say("three")]
        for message in messages { try state.ask(.createPinMessage, pin(message), by: .bot) }
        let listed = try pinned(in: &state)
        #expect(listed.map(\.messageID) == messages.map(\.rawValue))
        let byID = ApiDeletePinMessage.with {
            $0.id = listed[0].id
            $0.channelID = ChannelID.general.rawValue
        }
        let pushes = try state.ask(.deletePinMessage, byID, by: .bot).pushes
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        let byMessage = ApiDeletePinMessage.with {
            $0.messageID = messages[1].rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        try state.ask(.deletePinMessage, byMessage, by: .bot)
        #expect(try pinned(in: &state).map(\.messageID) == [messages[2].rawValue])
        #expect(throws: GatewayRequestError.notFound) { try state.ask(.deletePinMessage, byID, by: .bot) }
    }

    @Test func `a pin of another user can be removed by accounts that may delete messages`() throws {
        var state = try GatewayState.make()
        let message = try state.say("one")
        try state.ask(.createPinMessage, pin(message), by: .mod)
        let request = ApiDeletePinMessage.with {
            $0.messageID = message.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deletePinMessage, request, by: .guest) }
        try state.ask(.deletePinMessage, request, by: .bot)
    }

    @Test func `a deleted message is unpinned`() throws {
        var state = try GatewayState.make()
        let message = try state.say("one")
        try state.ask(.createPinMessage, pin(message), by: .guest)
        let removal = RtChannelMessageRemove.with {
            $0.channelID = ChannelID.general.rawValue
            $0.messageID = message.rawValue
        }
        _ = try state.remove(removal, by: .guest, at: .start)
        #expect(try pinned(in: &state).isEmpty)
    }

    @Test func `the pin envelope pins and unpins`() throws {
        var state = try GatewayState.make()
        var event = RtLastPinMessageEvent.with {
            $0.channelID = ChannelID.general.rawValue
            $0.operation = 1
        }
        event.messageID = try state.say("one").rawValue
        let pushes = try state.answer(.lastPinMessageEvent(event), from: .guest, at: .start).pushes
        #expect(pushes.map(\.receivers) == [[1, 3, 4]])
        #expect(try pinned(in: &state).count == 1)
        event.operation = 0
        _ = try state.answer(.lastPinMessageEvent(event), from: .guest, at: .start)
        #expect(try pinned(in: &state).isEmpty)
        #expect(throws: GatewayRequestError.notFound) {
            try state.answer(.lastPinMessageEvent(event), from: .guest, at: .start)
        }
    }

    @Test func `the number of pins is limited`() throws {
        var limits = GatewayLimits()
        limits.pinsPerChannel = 1
        var state = try GatewayState.make(limits: limits)
        try state.ask(.createPinMessage, pin(try state.say("one")), by: .bot)
        let second = try state.say("two")
        #expect(throws: GatewayRequestError.self) { try state.ask(.createPinMessage, pin(second), by: .bot) }
    }
}
