import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateChannelsTests {
    private func labels(_ type: Int32, _ clan: ClanID, by user: UserID, in state: GatewayState) throws -> [String] {
        var request = ApiListChannelDescsRequest()
        request.clanID = clan.rawValue
        request.channelType = type
        return try state.channelList(request, by: user).channeldesc.map(\.channelLabel)
    }

    private func creation(_ kind: ChannelKind, _ label: String = "", clan: ClanID = .lab, users: [UserID] = [])
        -> ApiCreateChannelDescRequest
    {
        var request = ApiCreateChannelDescRequest()
        request.clanID = clan.rawValue
        request.type = kind.rawValue
        request.channelLabel = label
        request.userIds = users.map(\.rawValue)
        return request
    }

    @Test func `the channel list contains only readable channels`() throws {
        let state = try GatewayState.make()
        #expect(try labels(1, .lab, by: .guest, in: state) == ["general", "support", "lab"])
        #expect(try labels(1, .lab, by: .bot, in: state) == ["general", "support", "lab", "mod-log"])
        #expect(throws: GatewayRequestError.clanNotFound) { try labels(1, 7, by: .guest, in: state) }
    }

    @Test func `a direct conversation is created once for both users`() throws {
        var state = try GatewayState.make()
        let made = try state.createChannel(creation(.direct, clan: 0, users: [.guest]), by: .bot, at: .start)
        #expect(made.answer.usernames == ["guest"])
        #expect(made.pushes.map(\.receivers) == [[1, 2]])
        let found = try state.createChannel(creation(.direct, clan: 0, users: [.bot]), by: .guest, at: .start)
        #expect(found.answer.channelID == made.answer.channelID)
        #expect(found.answer.usernames == ["mezon-bot"])
        #expect(found.pushes.isEmpty)
        let sent = try state.send(.make("hi", in: ChannelID(made.answer.channelID)), by: .bot, at: .start)
        #expect(sent.pushes.map(\.receivers) == [[1, 2]])
    }

    @Test func `apps cannot start conversations while that is switched off, and users can`() throws {
        var state = try GatewayState.make()
        state.switches.directForApps = false
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.createChannel(creation(.direct, clan: 0, users: [.guest]), by: .bot, at: .start)
        }
        _ = try state.createChannel(creation(.direct, clan: 0, users: [.bot]), by: .guest, at: .start)
    }

    @Test func `a channel has the id and name of its category`() throws {
        var state = try GatewayState.make()
        var request = ApiListChannelDescsRequest()
        request.clanID = ClanID.lab.rawValue
        request.channelType = 1
        let listed = try state.channelList(request, by: .bot).channeldesc.map { "\($0.categoryID) \($0.categoryName)" }
        #expect(Set(listed) == ["1900000000000000031 Text", "1900000000000000032 Moderation"])
        var news = creation(.text, "news")
        news.categoryID = 1_900_000_000_000_000_032
        let made = try state.createChannel(news, by: .mod, at: .start)
        #expect(made.answer.categoryName == "Moderation")
        guard case .channelCreatedEvent(let created)? = made.pushes.first?.message else { throw Missing() }
        #expect(created.categoryID == 1_900_000_000_000_000_032)
        news.categoryID = 7
        news.channelLabel = "more"
        #expect(throws: GatewayRequestError.notFound) { try state.createChannel(news, by: .mod, at: .start) }
    }

    @Test func `a new channel is pushed to its readers`() throws {
        var state = try GatewayState.make()
        #expect(try state.createChannel(creation(.text, "news"), by: .mod, at: .start).pushes.map(\.receivers) == [[1, 2, 3, 4]])
        var secret = creation(.text, "secret", users: [.guest])
        secret.channelPrivate = 1
        #expect(try state.createChannel(secret, by: .mod, at: .start).pushes.map(\.receivers) == [[2, 3], [2, 3]])
        #expect(throws: GatewayRequestError.exists("there is a channel 'news'")) {
            try state.createChannel(creation(.text, "news"), by: .mod, at: .start)
        }
        #expect(throws: GatewayRequestError.permissionDenied) {
            try state.createChannel(creation(.text, "x"), by: .guest, at: .start)
        }
    }

    @Test func `any member can create a thread, and it must be joined before sending`() throws {
        var state = try GatewayState.make()
        var request = creation(.thread, "side talk")
        request.parentID = ChannelID.general.rawValue
        let thread = ChannelID(try state.createChannel(request, by: .guest, at: .start).answer.channelID)
        #expect(throws: GatewayRequestError.mustJoin) { try state.send(.make("x", in: thread), by: .bot, at: .start) }
        var join = RtChannelJoin()
        join.channelID = thread.rawValue
        _ = try state.answer(.channelJoin(join), from: .bot, at: .start)
        _ = try state.send(.make("x", in: thread), by: .bot, at: .start)
    }

    @Test func `the users of a channel are paged, and banned ones are marked`() throws {
        var state = try GatewayState.make()
        state.bans[.general] = [Ban(user: .guest, moderator: .mod, reason: "", end: nil)]
        var request = ApiListChannelUsersRequest()
        request.channelID = ChannelID.general.rawValue
        request.limit = 4
        let first = try state.channelUsers(request, by: .bot, at: .start)
        request.cursor = first.cursor
        let second = try state.channelUsers(request, by: .bot, at: .start)
        #expect((first.channelUsers + second.channelUsers).map(\.userID) == state.clans[.lab]?.members.sorted().map(\.rawValue))
        #expect(second.cursor.isEmpty)
        #expect((first.channelUsers + second.channelUsers).filter(\.isBanned).map(\.userID) == [UserID.guest.rawValue])
    }

    @Test func `history is paged and can be closed to apps`() throws {
        var state = try GatewayState.make()
        let ids = try (1...5).map { try state.say("\($0)").rawValue }
        var request = ApiListChannelMessagesRequest()
        request.channelID = ChannelID.general.rawValue
        request.messageID = ids[3]
        request.direction = 3
        request.limit = 2
        #expect(try state.history(request, by: .bot).messages.map(\.messageID) == Array(ids[1...2]))
        request.limit = 101
        #expect(throws: GatewayRequestError.invalid("a page has 1 to 100 messages")) { try state.history(request, by: .bot) }
        request.limit = 2
        state.switches.historyForApps = false
        #expect(throws: GatewayRequestError.permissionDenied) { try state.history(request, by: .bot) }
        #expect(try state.history(request, by: .guest).messages.count == 2)
    }

    @Test func `a reaction is stored with its message until it is removed`() throws {
        var state = try GatewayState.make()
        let id = try state.say("x")
        var reaction = ApiMessageReaction()
        reaction.channelID = ChannelID.general.rawValue
        reaction.messageID = id.rawValue
        reaction.emoji = "👍"
        let reply = try state.react(reaction, by: .bot, at: .start)
        #expect(reply.pushes.map(\.receivers) == [[2, 3, 4]])
        let stored = try #require(state.messages.message(id, in: .general))
        #expect(MessageDecoder.message(stored).reactions.map(\.emoji) == ["👍"])
        reaction.action = true
        _ = try state.react(reaction, by: .bot, at: .start)
        #expect(state.messages.message(id, in: .general)?.reactions.isEmpty == true)
    }

    @Test func `a button click is pushed to the author of the message`() throws {
        var state = try GatewayState.make()
        var click = RtMessageButtonClicked()
        click.channelID = ChannelID.general.rawValue
        click.messageID = try state.say(content: .yesOrNo, by: .bot).rawValue
        click.buttonID = "yes"
        let reply = try state.answer(.messageButtonClicked(click), from: .guest, at: .start)
        click.senderID = UserID.bot.rawValue
        click.userID = UserID.guest.rawValue
        #expect(reply.pushes == [GatewayPush(message: .messageButtonClicked(click), receivers: [1])])
    }

    @Test(arguments: [(UserID.bot.rawValue, Int64(0), 0), (0, UserID.bot.rawValue, 0), (1, 0, 1), (0, UserID.guest.rawValue, 2)])
    func `menus are deleted by id, or all at once as the SDKs request`(id: Int64, botID: Int64, left: Int) throws {
        var state = try GatewayState.make()
        for id in Int64(1)...2 {
            var menu = ApiQuickMenuAccess()
            menu.id = id
            menu.menuName = "m\(id)"
            _ = try state.addMenu(menu, by: .bot, at: .start)
        }
        var request = ApiQuickMenuAccess()
        request.id = id
        request.botID = botID
        _ = try state.deleteMenu(request, by: .bot)
        #expect(try state.menuList(ApiListQuickMenuAccessRequest(), by: .bot).listMenus.count == left)
    }

    @Test(arguments: RPC.allCases) func `no procedure crashes on invalid requests`(rpc: RPC) throws {
        var state = try GatewayState.make()
        var generator = SplitMix64(seed: 1)
        for body in [[], [0xFF], [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x12, 0x7F, 0x01]]
            as [[UInt8]]
        {
            do throws(GatewayRequestError) {
                _ = try state.call(rpc, body, by: .guest, at: .start, using: &generator)
            } catch {
                #expect((1...16).contains(error.status))
            }
        }
    }
}
