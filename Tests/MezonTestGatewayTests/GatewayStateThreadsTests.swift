import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateThreadsTests {
    private func thread(_ label: String, by caller: Caller, in world: inout GatewayState) throws -> ChannelID {
        let request = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.parentID = ChannelID.general.rawValue
            $0.type = ChannelKind.thread.rawValue
            $0.channelLabel = label
        }
        let made = try world.ask(.createChannelDesc, request, by: caller, as: ApiChannelDescription.self)
        return ChannelID(made.answer.channelID)
    }

    private func listed(by caller: Caller, in world: inout GatewayState) throws -> [String: Int32] {
        let request = ApiListThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        let list = try world.ask(.listThreadDescs, request, by: caller, as: ApiChannelDescListNoPool.self).answer.channeldesc
        return Dictionary(uniqueKeysWithValues: list.map { ($0.channelLabel, $0.active) })
    }

    private func archive(_ channel: ChannelID) -> ApiArchiveChannelRequest {
        .with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = channel.rawValue
        }
    }

    @Test func `threads are listed with their state for the caller`() throws {
        var world = try GatewayState.make()
        _ = try thread("joined", by: .guest, in: &world)
        _ = try thread("foreign", by: .secondApp, in: &world)
        #expect(try listed(by: .guest, in: &world) == ["joined": 1, "foreign": 2])
    }

    @Test func `an archived thread takes no messages until it is active again`() throws {
        var world = try GatewayState.make()
        let thread = try thread("t", by: .guest, in: &world)
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ask(.archiveChannel, archive(thread), by: .secondApp) }
        #expect(try world.ask(.archiveChannel, archive(thread), by: .guest).pushes.count == 1)
        #expect(try listed(by: .guest, in: &world) == ["t": 0])
        let request = ApiListArchivedChannelDescsRequest.with { $0.clanID = ClanID.lab.rawValue }
        let archived = try world.ask(
            .listArchivedChannelDescs, request, by: .guest, as: ApiListArchivedChannelDescsResponse.self)
        #expect(archived.answer.channeldesc.map(\.channelID) == [thread.rawValue])
        let caller = Caller(user: .guest, connection: nil)
        #expect(throws: GatewayRequestError.channelPermissionDenied) {
            try world.send(.make("x", in: thread), by: caller, at: .start)
        }
        let active = RtActiveArchivedThread.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = thread.rawValue
        }
        try world.ask(.activeArchivedThread, active, by: .guest)
        _ = try world.send(.make("x", in: thread), by: caller, at: .start)
        #expect(throws: GatewayRequestError.channelNotFound) { try world.ask(.activeArchivedThread, active, by: .guest) }
    }

    @Test func `threads are found by a part of their name`() throws {
        var world = try GatewayState.make()
        _ = try thread("Release plan", by: .guest, in: &world)
        _ = try thread("Lunch", by: .guest, in: &world)
        let request = ApiSearchThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.label = "PLAN"
        }
        let found = try world.ask(.searchThread, request, by: .mod, as: ApiChannelDescList.self).answer.channeldesc
        #expect(found.map(\.channelLabel) == ["Release plan"])
    }

    @Test func `members are added to a thread and leave it`() throws {
        var world = try GatewayState.make()
        let thread = try thread("t", by: .guest, in: &world)
        let adding = ApiAddChannelUsersRequest.with {
            $0.channelID = thread.rawValue
            $0.userIds = [UserID.bot.rawValue]
        }
        #expect(try world.ask(.addChannelUsers, adding, by: .guest).pushes.map(\.receivers) == [[1, 2]])
        let leaving = ApiLeaveThreadRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = thread.rawValue
        }
        try world.ask(.leaveThread, leaving, by: .bot)
        #expect(throws: GatewayRequestError.notFound) { try world.ask(.leaveThread, leaving, by: .bot) }
    }

    @Test func `a public channel takes no members and a private one only from its managers`() throws {
        var world = try GatewayState.make()
        func adding(_ channel: ChannelID) -> ApiAddChannelUsersRequest {
            .with {
                $0.channelID = channel.rawValue
                $0.userIds = [UserID.guest.rawValue]
            }
        }
        #expect(throws: GatewayRequestError.self) { try world.ask(.addChannelUsers, adding(.general), by: .bot) }
        #expect(throws: GatewayRequestError.channelNotFound) { try world.ask(.addChannelUsers, adding(.modLog), by: .guest) }
        try world.ask(.addChannelUsers, adding(.modLog), by: .bot)
        #expect(world.reads(.guest, try #require(world.rooms[.modLog])))
    }

    @Test func `a deleted channel is gone with its threads, messages and pins`() throws {
        var world = try GatewayState.make()
        let request = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.type = ChannelKind.text.rawValue
            $0.channelLabel = "new"
        }
        let made = try world.ask(.createChannelDesc, request, by: .bot, as: ApiChannelDescription.self).answer
        let channel = ChannelID(made.channelID)
        _ = try world.say("x", by: .guest, in: channel)
        let thread = ApiCreateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.parentID = channel.rawValue
            $0.type = ChannelKind.thread.rawValue
            $0.channelLabel = "t"
        }
        try world.ask(.createChannelDesc, thread, by: .guest)
        let deletion = ApiDeleteChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = channel.rawValue
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ask(.deleteChannelDesc, deletion, by: .guest) }
        let pushes = try world.ask(.deleteChannelDesc, deletion, by: .bot).pushes
        #expect(pushes.count == 2)
        #expect(world.messages.count == 0)
        #expect(!world.rooms.values.contains { $0.channel.id == channel || $0.channel.parent == channel })
        #expect(throws: GatewayRequestError.channelNotFound) { try world.ask(.deleteChannelDesc, deletion, by: .bot) }
    }

    @Test func `the first channel of a clan stays`() throws {
        var world = try GatewayState.make()
        let deletion = ApiDeleteChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.general.rawValue
        }
        #expect(throws: GatewayRequestError.self) { try world.ask(.deleteChannelDesc, deletion, by: .mod) }
        #expect(throws: GatewayRequestError.self) { try world.ask(.archiveChannel, archive(.general), by: .mod) }
    }

    @Test func `a channel is renamed and moved, and its category renamed and deleted`() throws {
        var world = try GatewayState.make()
        let creation = ApiCreateCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryName = "Projects"
        }
        let category = try world.ask(.createCategoryDesc, creation, by: .bot, as: ApiCategoryDesc.self).answer.categoryID
        let change = ApiUpdateChannelDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.channelID = ChannelID.support.rawValue
            $0.channelLabel = .with { $0.value = "help" }
            $0.categoryID = category
        }
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ask(.updateChannelDesc, change, by: .guest) }
        try world.ask(.updateChannelDesc, change, by: .bot)
        let renaming = ApiUpdateCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryID = category
            $0.categoryName = "Plans"
        }
        try world.ask(.updateCategory, renaming, by: .bot)
        #expect(world.rooms[.support]?.channel.label == "help")
        #expect(world.rooms[.support]?.channel.categoryName == "Plans")
        let deletion = ApiDeleteCategoryDescRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.categoryID = category
        }
        try world.ask(.deleteCategoryDesc, deletion, by: .bot)
        #expect(world.rooms[.support]?.channel.categoryName == "")
        let list = try world.ask(
            .listCategoryDescs, ApiCategoryDesc.with { $0.clanID = ClanID.lab.rawValue }, by: .guest, as: ApiCategoryDescList.self
        )
        #expect(list.answer.categorydesc.map(\.categoryName) == ["Text", "Moderation"])
    }
}
