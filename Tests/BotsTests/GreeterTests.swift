import BotKit
import Foundation
import MezonTesting
import Testing

@testable import Bots

struct GreeterTests {
    private static let joined = Event.memberJoined(Membership(clan: .test, users: [101, 102], username: "an"))

    @Test(arguments: [
        ("Chào {name}!", Draft(Content("Chào @an!"), mentions: [Mention(user: 101, username: "an", range: TextRange(5, 8))])),
        ("👋{name}", Draft(Content("👋@an"), mentions: [Mention(user: 101, username: "an", range: TextRange(2, 5))])),
        ("{name}{name}", Draft(Content("@an{name}"), mentions: [Mention(user: 101, username: "an", range: TextRange(0, 3))])),
        ("Welcome.", Draft("Welcome.")),
        ("", Draft("")),
    ])
    func `a newcomer is welcomed by name`(text: String, draft: Draft) async throws {
        #expect(try await actions(text: text, about: Self.joined) == [.send(draft, to: .general)])
    }

    @Test(arguments: [
        Event.memberLeft(Membership(clan: .test, users: [101])), .memberJoined(Membership(clan: .test, users: [])),
        .message(.make(text: "hello")),
    ])
    func `nobody else is`(event: Event) async throws {
        #expect(try await actions(text: "hi", about: event) == [])
    }

    @Test func `without a channel nobody is welcomed`() async throws {
        #expect(try await actions(text: "hi", in: 0, about: Self.joined) == [])
    }

    private func actions(text: String, in channel: ChannelID = .general, about event: Event) async throws -> [Action] {
        var options = Greeter.Options()
        options.channel = channel
        options.text = text
        return try await BotParticipant(Greeter(options: options), house: BotHouse())
            .actions(about: event, Occasion(now: .distantPast, me: Author.me.id))
    }
}
