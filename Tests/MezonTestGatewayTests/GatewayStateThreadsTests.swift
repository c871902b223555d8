import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateThreadsTests {
    private func thread(_ label: String, by caller: Caller, in state: inout GatewayState) throws -> ChannelID {
        let request = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.parentID = ChannelID.general.rawValue
            $0.type = ChannelKind.thread.rawValue
            $0.channelLabel = label
        }
        let made = try state.ask(.createChannelDesc, request, by: caller, as: ApiChannelDescription.self)
        return ChannelID(made.answer.channelID)
    }

    private func listed(by caller: Caller, in state: inout GatewayState) throws -> [String: Int32] {
        let request = ApiListThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        let list = try state.ask(.listThreadDescs, request, by: caller, as: ApiChannelDescListNoPool.self).answer.channeldesc
        return Dictionary(uniqueKeysWithValues: list.map { ($0.channelLabel, $0.active) })
    }

    private func archive(_ channel: ChannelID) -> ApiArchiveChannelRequest {
        .with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = channel.rawValue
        }
    }

    @Test func `threads are listed with their state for the caller`() throws {
        var state = try GatewayState.make()
        _ = try thread("joined", by: .guest, in: &state)
        _ = try thread("foreign", by: .secondApp, in: &state)
        #expect(try listed(by: .guest, in: &state) == ["joined": 1, "foreign": 2])
    }

    @Test func `an archived thread takes no messages until it is active again`() throws {
        var state = try GatewayState.make()
        let thread = try thread("t", by: .guest, in: &state)
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.archiveChannel, archive(thread), by: .secondApp) }
        #expect(try state.ask(.archiveChannel, archive(thread), by: .guest).pushes.count == 1)
        #expect(try listed(by: .guest, in: &state) == ["t": 0])
        let request = ApiListArchivedChannelDescsRequest.with { $0.clanID = ClanID.lab.rawValue }
        let archived = try state.ask(
            .listArchivedChannelDescs, request, by: .guest, as: ApiListArchivedChannelDescsResponse.self)
        #expect(archived.answer.channeldesc.map(\.channelID) == [thread.rawValue])
        let caller = Caller(user: .guest, connection: nil)
        #expect(throws: GatewayRequestError.channelPermissionDenied) {
            try state.send(.make("x", in: thread), by: caller, at: .start)
        }
        let active = RtActiveArchivedThread.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = thread.rawValue
        }
        try state.ask(.activeArchivedThread, active, by: .guest)
        _ = try state.send(.make("x", in: thread), by: caller, at: .start)
        #expect(throws: GatewayRequestError.channelNotFound) { try state.ask(.activeArchivedThread, active, by: .guest) }
    }

    @Test func `threads are found by part of their name`() throws {
        var state = try GatewayState.make()
        _ = try thread("Release plan", by: .guest, in: &state)
        _ = try thread("Lunch", by: .guest, in: &state)
        let request = ApiSearchThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.label = "PLAN"
        }
        let found = try state.ask(.searchThread, request, by: .mod, as: ApiChannelDescList.self).answer.channeldesc
        #expect(found.map(\.channelLabel) == ["Release plan"])
    }

    @Test func `members are added to a thread and leave it`() throws {
        var state = try GatewayState.make()
        let thread = try thread("t", by: .guest, in: &state)
        let adding = ApiAddChannelUsersRequest.with {
            $0.channelID = thread.rawValue
            $0.userIds = [UserID.bot.rawValue]
        }
        #expect(try state.ask(.addChannelUsers, adding, by: .guest).pushes.map(\.receivers) == [[1, 2]])
        let leaving = ApiLeaveThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = thread.rawValue
        }
        try state.ask(.leaveThread, leaving, by: .bot)
        #expect(throws: GatewayRequestError.notFound) { try state.ask(.leaveThread, leaving, by: .bot) }
    }

    @Test func `members are added to private channels by their managers, and not to public ones`() throws {
        var state = try GatewayState.make()
        func adding(_ channel: ChannelID) -> ApiAddChannelUsersRequest {
            .with {
                $0.channelID = channel.rawValue
                $0.userIds = [UserID.guest.rawValue]
            }
        }
        #expect(throws: GatewayRequestError.self) { try state.ask(.addChannelUsers, adding(.general), by: .bot) }
        #expect(throws: GatewayRequestError.channelNotFound) { try state.ask(.addChannelUsers, adding(.modLog), by: .guest) }
        try state.ask(.addChannelUsers, adding(.modLog), by: .bot)
        #expect(state.reads(.guest, try #require(state.rooms[.modLog])))
    }

    @Test func `deleting a channel deletes its threads, messages and pins`() throws {
        var state = try GatewayState.make()
        let request = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.type = ChannelKind.text.rawValue
            $0.channelLabel = "new"
        }
        let made = try state.ask(.createChannelDesc, request, by: .bot, as: ApiChannelDescription.self).answer
        let channel = ChannelID(made.channelID)
        _ = try state.say("x", by: .guest, in: channel)
        let thread = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.parentID = channel.rawValue
            $0.type = ChannelKind.thread.rawValue
            $0.channelLabel = "t"
        }
        try state.ask(.createChannelDesc, thread, by: .guest)
        let deletion = ApiDeleteChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = channel.rawValue
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.deleteChannelDesc, deletion, by: .guest) }
        let pushes = try state.ask(.deleteChannelDesc, deletion, by: .bot).pushes
        #expect(pushes.count == 2)
        #expect(state.messages.count == 0)
        #expect(!state.rooms.values.contains { $0.channel.id == channel || $0.channel.parent == channel })
        #expect(throws: GatewayRequestError.channelNotFound) { try state.ask(.deleteChannelDesc, deletion, by: .bot) }
    }

    @Test func `the first channel of a clan cannot be deleted`() throws {
        var state = try GatewayState.make()
        let deletion = ApiDeleteChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        #expect(throws: GatewayRequestError.self) { try state.ask(.deleteChannelDesc, deletion, by: .mod) }
        #expect(throws: GatewayRequestError.self) { try state.ask(.archiveChannel, archive(.general), by: .mod) }
    }

    @Test func `a channel is renamed and moved, and its category renamed and deleted`() throws {
        var state = try GatewayState.make()
        let creation = ApiCreateCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryName = "Projects"
        }
        let category = try state.ask(.createCategoryDesc, creation, by: .bot, as: ApiCategoryDesc.self).answer.categoryID
        let change = ApiUpdateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.support.rawValue
            $0.channelLabel = .with { $0.value = "help" }
            $0.categoryID = category
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.updateChannelDesc, change, by: .guest) }
        try state.ask(.updateChannelDesc, change, by: .bot)
        let renaming = ApiUpdateCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryID = category
            $0.categoryName = "Plans"
        }
        try state.ask(.updateCategory, renaming, by: .bot)
        #expect(state.rooms[.support]?.channel.label == "help")
        #expect(state.rooms[.support]?.channel.categoryName == "Plans")
        let deletion = ApiDeleteCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryID = category
        }
        try state.ask(.deleteCategoryDesc, deletion, by: .bot)
        #expect(state.rooms[.support]?.channel.categoryName == "")
        let list = try state.ask(
            .listCategoryDescs, ApiCategoryDesc.with { $0.clanID = ClanID.lab.rawValue }, by: .guest, as: ApiCategoryDescList.self
        )
        #expect(list.answer.categorydesc.map(\.categoryName) == ["Text", "Moderation"])
    }
}
