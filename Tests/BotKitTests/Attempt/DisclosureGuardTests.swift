import BotKit
import Foundation
import MezonModel
import MezonTesting
import Testing

/// What bots say because of something in a private place.
struct DisclosureGuardTests {
    private struct Sender: Bot {
        struct Options: BotOptions {
            var channel: ChannelID = 0
            var user: UserID = 0
        }
        struct State: BotState { var times = 0 }
        static let manifest = Manifest("sender", needs: [.send, .reply, .direct])
        let options: Options

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            try await context.state(.clan).update { $0.times += 1 }
            if !options.user.isNone { return [.direct("\(message.text)", to: options.user)] }
            return [.reply("heard"), options.channel.isNone ? .send("noted") : .send("\(message.text)", to: options.channel)]
        }
    }

    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, parent: 11, kind: .thread, label: "talk"),
        Channel(id: 17, clan: 1, label: "board", isPrivate: true),
        Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"),
        Channel(id: 19, clan: 1, parent: 17, kind: .thread, label: "more plans"),
        Channel(id: 20, clan: 1, parent: 17, kind: .thread, label: "secret", isPrivate: true),
        Channel(id: 41, clan: 2, label: "far"), Channel(id: 90, clan: 0, kind: .direct, label: "an", isPrivate: true),
    ]

    private func actions(_ options: Sender.Options, in place: ChannelID) async throws -> [Action] {
        let house = BotRuntime(channel: { id in Self.channels.first { $0.id == id } })
            .with(ChatPreferences(), privateChannels: [])
        let bot = BotHandler(Sender(options: options), house: house)
        let clan: ClanID = place == 90 ? 0 : 1
        let event = Event.message(.make(text: "confidential", in: place, clan: clan))
        guard case .deliberating(let prepare, let end) = bot.handle(event, in: EventContext(now: .now, me: 9)) else {
            return []
        }
        do {
            let contributions = try await prepare()()
            end(.success(contributions))
            return contributions.flatMap(\.actions)
        } catch {
            end(.failure(error))
            throw error
        }
    }

    static let sends: [(from: ChannelID, to: ChannelID, isAllowed: Bool)] = [
        (11, 17, true), (11, 41, true), (12, 11, true), (90, 11, true),
        (17, 0, true), (17, 17, true), (17, 18, true), (18, 17, true), (18, 19, true), (20, 20, true), (20, 0, true),
        (17, 11, false), (17, 12, false), (17, 41, false), (17, 20, false), (18, 11, false), (20, 17, false), (20, 18, false),
        (17, 999, false),
    ]

    @Test(arguments: sends)
    func `a bot sends from a private place only to where the same people read`(
        from: ChannelID, to: ChannelID, isAllowed: Bool
    ) async throws {
        var options = Sender.Options()
        options.channel = to
        if isAllowed {
            #expect(try await actions(options, in: from).count == 2)
        } else {
            await #expect(throws: BotError.leavesPrivatePlace("send")) { try await actions(options, in: from) }
        }
    }

    @Test func `a bot writes from a private place only to whoever spoke there`() async throws {
        var options = Sender.Options()
        options.user = Author.an.id
        #expect(try await actions(options, in: 17).count == 1)
        options.user = 77
        await #expect(throws: BotError.leavesPrivatePlace("dm")) { try await actions(options, in: 17) }
        #expect(try await actions(options, in: 11).count == 1)
        #expect(try await actions(options, in: 90).count == 1)
    }

    @Test func `the refusal says what was not done and why`() {
        #expect(
            "\(BotError.leavesPrivatePlace("send"))"
                == "its send would show content of a private channel to users who cannot read it")
    }
}
