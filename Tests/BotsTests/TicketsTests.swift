import BotKit
import BotTesting
import ChatModel
import Testing

@testable import Bots

struct TicketsTests {
    private func clan(_ locale: String = "en") async throws -> TestClan {
        var options = Tickets.Options()
        options.helpers = [77]
        return try await TestClan(
            Tickets(options: options), rules: "version: 1\nnames: { roles: { it: \"77\" } }\nbot: { locale: \(locale) }\n")
    }

    @Test func `a ticket is opened, listed, and closed by its owner or a helper`() async throws {
        let clan = try await clan()
        let an = clan.user("an"), binh = clan.user("binh"), helper = clan.user("hoa")
        try await clan.give("it", to: helper)
        #expect(try await an.says("*ticket máy in\nbị kẹt") == [.reply("Ticket 1 opened.")])
        #expect(try await binh.says("*ticket wifi") == [.reply("Ticket 2 opened.")])
        try await clan.restart(losing: .uncommitted)
        #expect(try await an.says("*ticket list") == [.reply("1. máy in bị kẹt (an)\n2. wifi (binh)")])
        #expect("\(try await binh.says("*ticket close 1"))".contains("only an or a helper can close it"))
        #expect(try await an.says("*ticket list") == [.reply("1. máy in bị kẹt (an)\n2. wifi (binh)")])
        let address = try #require(try clan.messages().first).id.address(in: .general, of: .test)
        #expect(try await an.says("*ticket close 1") == [.reply(Draft("Closed: máy in bị kẹt\n\(address)").markedUp)])
        #expect("\(try await helper.says("*ticket close 2"))".contains("Closed: wifi"))
        #expect(try await an.says("*ticket list") == [.reply("No tickets are open.")])
        #expect(try await an.says("*ticket again") == [.reply("Ticket 3 opened.")])
    }

    @Test(arguments: ["board", "@an", "friends"])
    func `a ticket opened in private is listed and closed only there`(place: String) async throws {
        let clan = try await TestClan.withPrivatePlaces(Tickets(options: .init()))
        let an = clan.user("an")
        try await an.says("*ticket fire binh", in: place)
        for other in ["general", "board", "@an", "friends"] where other != place {
            #expect(try await an.says("*ticket list", in: other) == [.reply("No tickets are open.")])
            #expect("\(try await an.says("*ticket close 1", in: other))".contains("no open ticket has this number"))
        }
        #expect(try await an.says("*ticket list", in: place) == [.reply("1. fire binh (an)")])
        #expect("\(try await an.says("*ticket close 1", in: place))".contains("Closed: fire binh"))
    }

    @Test(arguments: [17, 18] as [ChannelID])
    func `a ticket of a channel that is private by configuration and of its public thread is listed only there`(
        place: ChannelID
    ) async throws {
        let channels = [
            Channel(id: 11, clan: 1, label: "general"), Channel(id: 17, clan: 1, label: "hr"),
            Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"),
        ]
        let runtime = BotRuntime(channel: { id in channels.first { $0.id == id } }).with(
            ChatPreferences(), privateChannels: [17])
        let bot = BotHandler(Tickets(options: .init()), runtime: runtime)
        func says(_ text: String, in channel: ChannelID) async throws -> [Action] {
            let message = Message.make(text: text, in: channel, clan: 1)
            return try await bot.actions(about: .message(message), EventContext(now: message.createdAt, me: Author.me.id))
        }
        #expect(try await says("*ticket fire binh", in: place) == [.reply("Ticket 1 opened.")])
        #expect(try await says("*ticket list", in: 11) == [.reply("No tickets are open.")])
        #expect("\(try await says("*ticket list", in: place))".contains("1. fire binh"))
    }

    @Test(arguments: [("0", "không có phiếu nào"), ("-1", "không có phiếu nào"), ("x", "một số nguyên"), ("", "thiếu <số>")])
    func `an invalid ticket number is reported`(number: String, reason: String) async throws {
        #expect("\(try await clan("vi").user("an").says("*ticket close \(number)"))".contains(reason))
    }
}
