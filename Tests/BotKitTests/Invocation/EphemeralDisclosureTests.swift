import BotKit
import BotTesting
import ChatModel
import Testing

/// Ephemeral messages that bots send because of something in a private place.
struct EphemeralDisclosureTests {
    private struct Whisperer: Bot {
        static let manifest = Manifest("whisperer", needs: [.ephemeral])
        let user: UserID
        let options: NoOptions
        init(options: NoOptions) { self.init(to: 0) }
        init(to user: UserID) { (self.user, options) = (user, NoOptions()) }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            [.ephemeral("\(message.text)", to: user)]
        }
    }

    private func actions(to user: UserID, in channel: ChannelID) async throws -> [Action] {
        let channels = [Channel(id: 11, clan: 1, label: "general"), Channel(id: 17, clan: 1, label: "board", isPrivate: true)]
        let runtime = BotRuntime(channel: { id in channels.first { $0.id == id } }).with(ChatPreferences(), privateChannels: [])
        return try await BotHandler(Whisperer(to: user), runtime: runtime).says("confidential", 1, in: channel, of: 1)
    }

    @Test(arguments: [(11, 77), (11, Author.an.id), (17, Author.an.id)] as [(ChannelID, UserID)])
    func `an ephemeral message is sent in a public place, and to whoever spoke`(channel: ChannelID, user: UserID) async throws {
        #expect(try await actions(to: user, in: channel).count == 1)
    }

    @Test func `an ephemeral message does not show content of a private place to another user`() async throws {
        await #expect(throws: BotError.leavesPrivatePlace("ephemeral")) { try await actions(to: 77, in: 17) }
    }
}
