import BotKit
import BotTesting
import Foundation
import Testing

/// Commands chosen from Mezon's `/` menu.
@Suite(.timeLimit(.minutes(5)))
struct QuickMenuTests {
    private struct Clerk: Bot {
        struct State: BotState { var uses = 0 }
        static let manifest = Manifest("clerk", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("status", "Say how it is", cooldown: .seconds(10)) { context in
                let uses = try await context.state(.user).update { state in
                    state.uses += 1
                    return state.uses
                }
                return [.reply("fine, \(uses)")]
            }
            Command("say", "Say it") { (context, text: RemainingText) in [.reply(Draft(text.text))] }
            Command("secret", "For few", for: .users([1])) { _ in [.reply("no")] }
            Command.dialogue("ask", "Asks back") { dialogue in
                [.reply("\(try await dialogue.ask("How many?", as: Int.self))")]
            }
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            if case .quickMenu(let choice) = event { [.reply("menu \(choice.menu)")] } else { [] }
        }
    }

    @Test func `a chosen command runs and answers the user alone, with its cooldown`() async throws {
        let clan = try await TestClan(Clerk.self)
        let an = clan.user("an")
        #expect(try await an.chooses("status") == [.ephemeral("fine, 1", to: an.id)])
        #expect(try clan.messages().isEmpty)
        #expect(clan.ephemeralMessages(to: an) == ["fine, 1"])
        let told = try await an.chooses("status")
        guard case .ephemeral(_, an.id)? = told.first else {
            Issue.record("the cooldown is not told privately: \(told)")
            return
        }
        try await clan.advance(by: .seconds(11))
        #expect(try await an.says("*status") == [.reply("fine, 2")])
    }

    @Test func `a chosen command that needs arguments explains itself privately`() async throws {
        let clan = try await TestClan(Clerk.self)
        let an = clan.user("an")
        let told = try await an.chooses("say")
        guard case .ephemeral(let draft, an.id)? = told.first else {
            Issue.record("no private answer: \(told)")
            return
        }
        #expect(draft.content.text.contains("*say <text…>"))
    }

    @Test(arguments: ["secret", "ask", "other"])
    func `an entry that no command of the menu has is an event`(menu: String) async throws {
        let clan = try await TestClan(Clerk.self)
        #expect(try await clan.user("an").chooses(menu) == [.reply(Draft("menu \(menu)"))])
    }

    @Test func `a fixture chooses a command`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"}]}
                {"seq":1,"kind":"menu","id":"status","by":"an","ch":"general"}
                {"after":1,"expect":[{"ephemeral":{"user":"an","text":"fine, 1"}}]}
                """)
        let outcome = try await fixture.replay(Clerk.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
    }
}
