import BotKit
import Foundation
import Testing

@testable import BotTesting

/// Voice rooms and calendars.
@Suite(.timeLimit(.minutes(5)))
struct ClanLifeTests {
    private struct Usher: Bot {
        static let manifest = Manifest("usher", needs: [.reply, .send])
        struct Options: BotOptions { var board: ChannelID = 0 }
        let options: Options

        var commands: [Command<Self>] {
            Command("voice", "Who is where") { context in
                let rooms = try await context.voiceChannels()
                let lines = rooms.map { "\($0.channel): \($0.users.count)" }
                return [.reply(Draft(lines.isEmpty ? "nobody" : lines.joined(separator: ", ")))]
            }
            Command("online", "Who is online") { context in
                [.reply("\(try await context.onlineMembers().count)")]
            }
            Command("events", "What is planned") { context in
                let events = try await context.clanEvents().map { "\($0.title) (\($0.status?.rawValue ?? "?"))" }
                return [.reply(Draft(events.isEmpty ? "nothing" : events.joined(separator: ", ")))]
            }
            Command("friends", "Conversations") { context in
                [.reply("\(try await context.get(.conversations).items.count)")]
            }
        }

        func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
            switch event {
            case .clanEventChanged(let change) where !options.board.isNone:
                [.send("\(change.kind.rawValue) \(change.event.title)", to: options.board)]
            case .tokenSent: [.send("\(try await context.get(.conversations).items.map(\.partner))", to: options.board)]
            default: []
            }
        }
    }

    private static let script = """
        {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"},{"id":"stage","type":10},\
        {"id":"cellar","type":10,"members":["an"]}],"members":[{"id":"an"},{"id":"binh"}]}
        """

    @Test func `a bot is told which members of its clan are online`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],\
                "members":[{"id":"an"},{"id":"binh"},{"id":"chi"}]}
                {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"*online"}
                {"after":1,"expect":[{"reply":{"text":"1"}}]}
                {"seq":2,"kind":"presence","by":"binh"}
                {"seq":3,"kind":"presence","by":"chi"}
                {"seq":4,"at":"+1m","kind":"message","ch":"general","id":"m2","by":"an","text":"*online"}
                {"after":4,"expect":[{"reply":{"text":"3"}}]}
                {"seq":5,"kind":"presence","by":"binh","left":true}
                {"seq":6,"at":"+2m","kind":"message","ch":"general","id":"m3","by":"an","text":"*online"}
                {"after":6,"expect":[{"reply":{"text":"2"}}]}
                """)
        let outcome = try await fixture.replay(Usher.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
    }

    @Test func `a bot lists who is in the voice channels, but not of private ones`() async throws {
        let fixture = try Fixture(
            text: """
                \(Self.script)
                {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"*voice"}
                {"after":1,"expect":[{"reply":{"text":"nobody"}}]}
                {"seq":2,"kind":"voice","by":"an","ch":"cellar"}
                {"seq":3,"kind":"message","ch":"general","id":"m2","by":"an","text":"*voice"}
                {"after":3,"expect":[{"reply":{"text":"nobody"}}]}
                {"seq":4,"kind":"voice","by":"binh","ch":"stage"}
                {"seq":5,"kind":"voice","by":"an","ch":"stage"}
                {"seq":6,"at":"+1m","kind":"message","ch":"general","id":"m3","by":"an","text":"*voice"}
                {"after":6,"expect":[{"reply":{"to":"m3"}}]}
                {"seq":7,"kind":"voice","by":"binh","ch":"stage","left":true}
                {"seq":8,"at":"+2m","kind":"message","ch":"general","id":"m4","by":"an","text":"*voice"}
                {"after":8,"expect":[{"reply":{"to":"m4"}}]}
                """)
        let outcome = try await fixture.replay(Usher.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
        #expect(outcome.transcript.contains(": 2\""))
        #expect(outcome.transcript.contains(": 1\""))
    }

    @Test func `changes in the calendar are events, and a bot lists it`() async throws {
        let board = try await TestClan(Usher(options: .init())).channel("random")
        let clan = try await TestClan(Usher(options: .init(board: board)))
        let an = clan.user("an")
        #expect(try await an.says("*events") == [.reply("nothing")])
        let start = clan.now.addingTimeInterval(3600)
        #expect(try await clan.createEvent("Demo", startingAt: start) == [.send("created Demo", to: board)])
        try await clan.advance(by: .seconds(11))
        #expect(try await an.says("*events") == [.reply("Demo (upcoming)")])
        #expect(try await clan.renameEvent("Demo", to: "Party") == [.send("updated Party", to: board)])
        #expect(try await clan.deleteEvent("Party") == [.send("deleted Party", to: board)])
    }

    @Test func `who else writes to the bot is not told in a clan`() async throws {
        let board = try await TestClan(Usher(options: .init())).channel("random")
        let clan = try await TestClan(Usher(options: .init(board: board)))
        let an = clan.user("an")
        _ = try clan.messages(with: an)
        #expect(try await an.says("*friends") == [.reply("0")])
    }

    @Test func `rules start at changes of the calendar of the kinds they name`() async throws {
        let clan = try await TestClan(
            rules: """
                rules:
                  - id: planned
                    trigger: { clan_event: { change: created } }
                    then: { send: { to: random, text: "{{ clan_event.title }} {{ clan_event.change }} {{ clan_event.starts | time }}" } }
                """)
        try await clan.createEvent("Demo", startingAt: clan.now.addingTimeInterval(3600))
        try await clan.renameEvent("Demo", to: "Party")
        #expect(try clan.messages(in: "random").map(\.text) == ["Demo created 08:00"])
    }

    @Test func `a fixture changes the calendar`() async throws {
        let fixture = try Fixture(
            text: """
                \(Self.script)
                {"seq":1,"kind":"clan_event","title":"Demo","in":"1h","ch":"stage"}
                {"seq":2,"kind":"clan_event","change":"updated","title":"Demo","to":"Party"}
                {"seq":3,"kind":"message","ch":"general","id":"m1","by":"an","text":"*events"}
                {"after":3,"expect":[{"reply":{"text":"Party (upcoming)"}}]}
                {"seq":4,"kind":"clan_event","change":"deleted","title":"Party"}
                """)
        let outcome = try await fixture.replay(Usher.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
    }
}
