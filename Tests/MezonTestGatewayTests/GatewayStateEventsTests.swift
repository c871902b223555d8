import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateEventsTests {
    private func creation(_ title: String, in channel: ChannelID = 0) -> ApiCreateEventRequest {
        .with {
            $0.title = title
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = channel.rawValue
            $0.startTimeSeconds = 1_800_000_100
        }
    }

    private func listed(by caller: Caller, in state: inout GatewayState) throws -> [ApiEventManagement] {
        let request = ApiListEventsRequest.with { $0.clanID = ClanID.lab.rawValue }
        return try state.ask(.listEvents, request, by: caller, as: ApiEventList.self).answer.events
    }

    @Test func `creation, changes, interest and deletion of an event are pushed to the clan`() throws {
        var state = try GatewayState.make()
        let made = try state.ask(.createEvent, creation("Demo"), by: .bot, as: ApiEventManagement.self)
        #expect(made.pushes.map(\.receivers) == [[1, 2, 3, 4]])
        let change = ApiUpdateEventRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.eventID = made.answer.id
            $0.title = "Demo day"
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.updateEvent, change, by: .guest) }
        try state.ask(.updateEvent, change, by: .bot)
        let following = ApiUserEventRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.eventID = made.answer.id
        }
        #expect(try state.ask(.addUserEvent, following, by: .guest).pushes.count == 1)
        #expect(try state.ask(.addUserEvent, following, by: .guest).pushes.isEmpty)
        #expect(try listed(by: .guest, in: &state).map(\.title) == ["Demo day"])
        #expect(try listed(by: .guest, in: &state).map(\.userIds) == [[UserID.guest.rawValue]])
        try state.ask(.deleteUserEvent, following, by: .guest)
        let deletion = ApiDeleteEventRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.eventID = made.answer.id
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deleteEvent, deletion, by: .guest) }
        #expect(try state.ask(.deleteEvent, deletion, by: .mod).pushes.map(\.receivers) == [[1, 2, 3, 4]])
        #expect(try listed(by: .guest, in: &state).isEmpty)
    }

    @Test func `an event in a private channel is visible only to its readers`() throws {
        var state = try GatewayState.make()
        let made = try state.ask(.createEvent, creation("Review", in: .modLog), by: .bot, as: ApiEventManagement.self)
        #expect(made.pushes.map(\.receivers) == [[1, 3]])
        #expect(try listed(by: .guest, in: &state).isEmpty)
        #expect(throws: GatewayRequestError.notFound) {
            try state.ask(
                .addUserEvent,
                ApiUserEventRequest.with {
                    $0.clanID = ClanID.lab.rawValue
                    $0.eventID = made.answer.id
                }, by: .guest)
        }
    }

    @Test func `events without a title, that end before they start, and past the limit are refused`() throws {
        var limits = GatewayLimits()
        limits.eventsPerClan = 1
        var state = try GatewayState.make(limits: limits)
        #expect(throws: GatewayRequestError.self) { try state.ask(.createEvent, creation(""), by: .bot) }
        var backwards = creation("x")
        backwards.endTimeSeconds = 1
        #expect(throws: GatewayRequestError.self) { try state.ask(.createEvent, backwards, by: .bot) }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.createEvent, creation("x"), by: .guest) }
        try state.ask(.createEvent, creation("x"), by: .bot, as: ApiEventManagement.self)
        #expect(throws: GatewayRequestError.self) { try state.ask(.createEvent, creation("y"), by: .bot) }
    }

    @Test func `emojis are created, renamed, listed and deleted by those who manage the clan`() throws {
        var state = try GatewayState.make()
        let creation = ApiClanEmojiCreateRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.source = "https://example.com/a.png"
            $0.shortname = ":a:"
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.createClanEmoji, creation, by: .guest) }
        #expect(try state.ask(.createClanEmoji, creation, by: .bot).pushes.map(\.receivers) == [[1, 2, 3, 4]])
        #expect(throws: GatewayRequestError.self) { try state.ask(.createClanEmoji, creation, by: .bot) }
        func emojis() throws -> [ApiClanEmoji] {
            try state.ask(.getListEmojisByUserId, ApiNotificationClan(), by: .guest, as: ApiEmojiListedResponse.self).answer
                .emojiList
        }
        let id = try #require(try emojis().first).id
        try state.ask(
            .updateClanEmojiById,
            ApiClanEmojiUpdateRequest.with {
                $0.id = id
                $0.clanID = ClanID.lab.rawValue
                $0.shortname = ":b:"
            }, by: .bot)
        #expect(try emojis().map(\.shortname) == [":b:"])
        try state.ask(
            .deleteByIdClanEmoji,
            ApiClanEmojiDeleteRequest.with {
                $0.id = id
                $0.clanID = ClanID.lab.rawValue
            }, by: .bot)
        #expect(try emojis().isEmpty)
    }

    @Test func `stickers are added, changed, listed and deleted by those who manage the clan`() throws {
        var state = try GatewayState.make()
        let creation = ApiClanStickerAddRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.source = "https://example.com/a.png"
            $0.shortname = "wave"
        }
        try state.ask(.addClanSticker, creation, by: .bot)
        func stickers() throws -> [ApiClanSticker] {
            try state.ask(.getListStickersByUserId, ApiNotificationClan(), by: .guest, as: ApiStickerListedResponse.self).answer
                .stickers
        }
        let id = try #require(try stickers().first).id
        try state.ask(
            .updateClanStickerById,
            ApiClanStickerUpdateByIdRequest.with {
                $0.id = id
                $0.clanID = ClanID.lab.rawValue
                $0.shortname = "hello"
            }, by: .bot)
        #expect(try stickers().map(\.shortname) == ["hello"])
        let deletion = ApiClanStickerDeleteRequest.with {
            $0.id = id
            $0.clanID = ClanID.lab.rawValue
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deleteClanStickerById, deletion, by: .guest) }
        try state.ask(.deleteClanStickerById, deletion, by: .bot)
        #expect(try stickers().isEmpty)
    }
}
