import BotKit
import BotTesting
import Foundation
import Testing

/// Polls, locations, contacts, coffees and groups, from the bot's answer to the server and back.
@Suite(.timeLimit(.minutes(5)))
struct MessageKindsTests {
    private struct Host: Bot {
        static let manifest = Manifest("host", needs: [.reply, .send, .edit, .tokens, .groups])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("poll", "Asks") { (context, hours: Int) in
                [.reply(Draft(poll: Poll("Lunch?", ["Phở", "Bún"], hours: hours)))]
            }
            Command("place", "Shows") { _ in [.send(Draft(location: Location(latitude: 10.5, longitude: 106.25)))] }
            Command("who", "Introduces") { context in
                [.reply(Draft(contact: ContactCard(context.user, username: "an", name: "An")))]
            }
            Command("change", "Edits") { _ in [.editReply(Draft(location: Location(latitude: 1, longitude: 2)))] }
            Command("coffee", "Thanks") { context in context.message.map { [.account(.giveCoffee(for: $0))] } ?? [] }
            Command("group", "Gathers") { context in [.account(.createGroup([context.user], name: "Lunch"))] }
            Command("close", "Ends") { context in [.account(.closeConversation(context.channel))] }
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            switch event {
            case .coffeeGiven(let gift): [.send("coffee \(gift.amount)")]
            case .channelMembersAdded(let group, _, _) where group.clan.isNone: [.send("welcome", to: group.id)]
            default: []
            }
        }
    }

    /// Says what it has read. A bot with commands would skip messages that are none.
    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            if let poll = message.poll { return [.reply("\(poll.question) \(poll.answers.map(\.text).joined(separator: "/"))")] }
            if let place = message.location { return [.reply("\(place.latitude) \(place.longitude)")] }
            return message.contact.map { [.reply("\($0.username) \($0.name)")] } ?? []
        }
    }

    @Test func `a poll is created and read from the channel`() async throws {
        let clan = try await TestClan(Host.self)
        let poll = Draft(poll: Poll("Lunch?", ["Phở", "Bún"], hours: 4))
        #expect(try await clan.user("an").says("*poll 4") == [.reply(poll)])
        let posted = try #require(clan.messages().last?.poll)
        #expect(posted.answers.map(\.text) == ["Phở", "Bún"] && posted.answers.map(\.votes) == [0, 0])
        #expect((posted.question, posted.isClosed, posted.allowsMultipleAnswers) == ("Lunch?", false, false))
        #expect(posted.id != 0 && posted.closesAt.map { $0 > clan.now + 4 * 3600 - 2 } == true)
    }

    @Test func `a poll whose acknowledgement is lost is found and not created again`() async throws {
        let clan = try await TestClan(Host.self)
        clan.fail(with: .lostAcknowledgement)
        try await clan.user("an").says("*poll 1")
        try await clan.advance(by: .seconds(60))
        #expect(try clan.messages().count { $0.poll != nil } == 1)
    }

    @Test func `a location and a contact have their kinds and can be read`() async throws {
        let clan = try await TestClan(Host.self)
        let an = clan.user("an")
        try await an.says("*place")
        #expect(try clan.messages().last?.code == .location)
        #expect(try clan.messages().last?.location == Location(latitude: 10.5, longitude: 106.25))
        try await an.says("*who")
        #expect(try clan.messages().last?.code == .contact)
        #expect(try clan.messages().last?.contact == ContactCard(an.id, username: "an", name: "An"))
    }

    @Test func `what is beyond the limits fails the answer with its reason`() async throws {
        let clan = try await TestClan(Host.self)
        let an = clan.user("an")
        try await an.says("*poll 169")
        #expect(try clan.messages().count == 1)
        #expect(clan.transcript.contains("its reply contains a poll of 169 hours; it can be open for 1 to 168"))
        try await an.says("*change")
        #expect(clan.transcript.contains("its edit_reply contains a location, which can only be sent as a new message"))
    }

    @Test func `polls, locations and contacts of users are read`() async throws {
        let clan = try await TestClan(Reader.self)
        let an = clan.user("an")
        #expect(try await an.sends(Draft(poll: Poll("Tea?", ["yes", "no"]))) == [.reply("Tea? yes/no")])
        #expect(try await an.sends(Draft(location: Location(latitude: 1.5, longitude: -2))) == [.reply("1.5 -2.0")])
        #expect(try await an.sends(Draft(contact: ContactCard(7, username: "b", name: "B"))) == [.reply("b B")])
    }

    @Test func `a coffee is given to the author of a message`() async throws {
        let clan = try await TestClan(Host.self)
        let an = clan.user("an")
        let actions = try await an.says("*coffee")
        let question = try #require(clan.messages().first)
        #expect(actions.first == .account(.giveCoffee(for: question)))
        #expect(clan.transcript.contains("give_coffee for \(question.id)"), "\(clan.transcript)")
    }

    @Test func `a group is made of users, and its channel is reported`() async throws {
        let clan = try await TestClan(Host.self)
        let an = clan.user("an")
        #expect(try await an.says("*group").first == .account(.createGroup([an.id], name: "Lunch")))
        #expect(clan.transcript.contains("\"welcome\""), "\(clan.transcript)")
    }
}
