import BotKit
import BotTesting
import Testing

/// Recipes of Documentation/Cookbook.md about places and people.
@Suite(.timeLimit(.minutes(5)))
struct PlaceRecipes {
    struct Discuss: Bot {
        static let manifest = Manifest("discuss", "Opens threads.", needs: [.send])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("discuss", "Open a thread", follows: false) { (context, topic: RemainingText) in
                let name = topic.text.prefix(bytes: 60)
                return [.thread(ThreadOpening(name, draft: "Opened by \(context.message?.author.name ?? "someone")."))]
            }
        }
    }

    @Test func `a thread is opened`() async throws {
        let clan = try await TestClan(Discuss.self)
        let actions = try await clan.user("an").says("*discuss the release")
        #expect(actions == [.thread(ThreadOpening("the release", draft: "Opened by an."))])
    }

    struct Reveal: Bot {
        static let manifest = Manifest("reveal", "Answers in private.", needs: [.directMessage])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("reveal", "Get the answer in private") { context in [.directMessage("It is 42.", to: context.user)] }
        }
    }

    @Test func `the answer comes as a direct message`() async throws {
        let clan = try await TestClan(Reveal.self)
        let an = clan.user("an")
        try await an.says("*reveal")
        #expect(try clan.messages(with: an).map(\.text) == ["It is 42."])
        #expect(try clan.messages().map(\.text) == ["*reveal"])
    }

    struct Doorman: Bot {
        struct Options: BotOptions { var channel: ChannelID = 0 }
        static let manifest = Manifest("doorman", "Welcomes people.", needs: [.send])
        let options: Options

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            guard case .memberJoined(let joined) = event, let user = joined.users.first else { return [] }
            let text = Text {
                "Welcome, "
                Mention(user, name: joined.username)
                "!"
            }
            return [.send(text.draft, to: options.channel)]
        }
    }

    @Test func `someone who joins is welcomed`() async throws {
        let channel = try await TestClan(Doorman.self).channel("general")
        let clan = try await TestClan(Doorman(options: .init(channel: channel)))
        try await clan.user("moi").joins()
        #expect(try clan.messages().map(\.text) == ["Welcome, @moi!"])
    }

    struct Bouncer: Bot {
        struct Options: BotOptions { var words = ["free money"] }
        static let manifest = Manifest("bouncer", "Deletes advertising.", needs: [.delete, .ephemeral])
        let options: Options

        func precheck(_ message: Message) -> Verdict {
            options.words.contains { message.text.folded.contains($0.folded) } ? .pass : .skip("harmless")
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            [.delete(), .ephemeral("No advertising, please.", to: message.author.id)]
        }
    }

    @Test func `a message is deleted and its author told why`() async throws {
        let clan = try await TestClan(Bouncer.self)
        let an = clan.user("an")
        try await an.says("FREE MONEY here")
        try await clan.user("binh").says("money is not free")
        #expect(try clan.messages().map(\.text) == ["money is not free"])
        #expect(clan.ephemeralMessages(to: an) == ["No advertising, please."])
    }

    struct Till: Bot {
        struct State: BotState { var total = 0 }
        static let manifest = Manifest("till2", "Thanks for tokens.", needs: [.directMessage])
        let options: NoOptions

        func tokensReceived(_ transfer: TokenTransfer, _ context: Context) async throws -> [Action] {
            let total = try await context.state(.user).update { state in
                state.total += transfer.amount
                return state.total
            }
            return [.directMessage("Thank you: \(total) tokens so far.", to: transfer.sender)]
        }
    }

    @Test func `tokens are counted for their sender`() async throws {
        let clan = try await TestClan(Till.self)
        let an = clan.user("an")
        try await an.sendsTokens(500)
        try await clan.restart()
        #expect(try await an.sendsTokens(20) == [.directMessage("Thank you: 520 tokens so far.", to: an.id)])
    }

    struct Rooms: Bot {
        static let manifest = Manifest("rooms", "Counts people in voice rooms.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("rooms", "Count the people in voice rooms") { context in
                let rooms = try await context.voiceChannels()
                return [.reply("\(rooms.reduce(0) { $0 + $1.users.count }) people in \(rooms.count) rooms")]
            }
        }
    }

    @Test func `people in voice rooms are counted`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","channels":[{"id":"general"},{"id":"hall","type":10}],"members":[{"id":"an"},{"id":"binh"}]}
                {"seq":1,"kind":"voice","by":"binh","ch":"hall"}
                {"seq":2,"kind":"message","ch":"general","id":"m1","by":"an","text":"*rooms"}
                {"after":2,"expect":[{"reply":{"text":"1 people in 1 rooms"}}]}
                """)
        let outcome = try await fixture.replay(Rooms.self)
        #expect(outcome.differences == [])
    }
}
