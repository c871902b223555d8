import BotKit

@testable import BotTesting

/// Returns the bot's actions for a message, or nil if its precheck skips it.
func answer<B: Bot>(of bot: B, to text: String, seed: UInt64 = 1) async throws -> [Action]? {
    let message = Message.make(text: text)
    let context = EventContext(now: message.createdAt, me: Author.me.id, seed: seed)
    let handler = BotHandler(bot, runtime: BotRuntime())
    guard case .pass = handler.precheck(message, context) else { return nil }
    return try await handler.actions(about: .message(message), context)
}

extension BotHandler {
    /// Returns the bot's actions for an event.
    func actions(about event: Event, _ context: EventContext) async throws -> [Action] {
        guard case .awaiting(let prepare, let end) = handle(event, in: context) else { return [] }
        let results = try await prepare()()
        end(.success(results))
        return results.flatMap(\.actions)
    }
}

extension TestClan {
    /// Creates a clan with one bot, and a second clan, `annex`, with the channel `hall`, of which its users are members, too.
    static func withAnnex(_ bot: any Bot) async throws -> TestClan {
        var setup = TestClanSetup()
        setup.channels.append(.init(name: "hall", clan: "annex"))
        for index in setup.people.indices { setup.people[index].clans = ["annex"] }
        return try await TestClan(bot, setup)
    }

    /// Creates a clan with one bot and, besides the public channels, the private channel `board`, a direct message channel of
    /// `an`, and the group `friends`.
    static func withPrivatePlaces(_ bot: any Bot) async throws -> TestClan {
        var setup = TestClanSetup()
        setup.channels += [
            .init(name: "board", members: ["an"]), .init(name: "@an", kind: .direct),
            .init(name: "friends", kind: .group, members: ["an", "binh"]),
        ]
        return try await TestClan(bot, setup)
    }

    private convenience init(_ bot: any Bot, _ setup: TestClanSetup) async throws {
        let plan = try TestClanConfiguration.plan(
            bots: [bot], rules: nil, channels: ["general", "random"], zone: setup.zone)
        try await self.init(setup, plan)
    }
}
