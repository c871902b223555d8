import BotKit
import BotTesting
import Foundation
import Testing

/// Tokens and coffees, from the server's event to the answer.
@Suite(.timeLimit(.minutes(5)))
struct TokenTests {
    /// Thanks for tokens and coffees, and says what else it hears of.
    private struct Till: Bot {
        struct State: BotState { var total = 0 }
        static let manifest = Manifest("till", needs: [.directMessage, .send, .reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply("hello")] }

        func tokensReceived(_ transfer: TokenTransfer, _ context: Context) async throws -> [Action] {
            let total = try await context.state(.user).update { state in
                state.total += transfer.amount
                return state.total
            }
            return [.directMessage("\(transfer.amount) of \(total): \(transfer.note)", to: transfer.sender)]
        }

        func coffeeReceived(_ gift: CoffeeGift, _ context: Context) -> [Action] {
            gift.sender == context.user ? [.send("thanks for the coffee")] : []
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            switch event {
            case .tokenSent, .coffeeGiven: [.send("not mine: \(event.kind)")]
            default: []
            }
        }
    }

    @Test func `tokens reach the bot once with amount, note and sender, also across a restart`() async throws {
        let clan = try await TestClan(Till.self)
        let an = clan.user("an")
        #expect(try await an.sendsTokens(500, note: "for you") == [.directMessage("500 of 500: for you", to: an.id)])
        #expect(try await clan.restart() == [])
        #expect(try await an.sendsTokens(20) == [.directMessage("20 of 520: ", to: an.id)])
        #expect(try clan.messages(with: an).map(\.text) == ["500 of 500: for you", "20 of 520: "])
    }

    @Test func `tokens that others send each other do not reach the bot`() async throws {
        let clan = try await TestClan(Till.self)
        #expect(try await clan.user("an").sendsTokens(500, to: clan.user("binh")) == [])
    }

    @Test func `a coffee for the bot's message reaches it in the channel of the message`() async throws {
        let clan = try await TestClan(Till.self)
        try await clan.user("an").says("hi")
        #expect(try await clan.user("an").givesCoffee() == [.send("thanks for the coffee")])
        #expect(try clan.messages().map(\.text) == ["hi", "hello", "thanks for the coffee"])
    }

    @Test func `a bot without the hook gets its tokens as an event`() async throws {
        struct Listener: Bot {
            static let manifest = Manifest("listener", needs: [.directMessage])
            let options: NoOptions
            func onEvent(_ event: Event, _ context: Context) -> [Action] {
                guard case .tokenSent(let transfer) = event else { return [] }
                return [.directMessage("\(transfer.amount)", to: transfer.sender)]
            }
        }
        let clan = try await TestClan(Listener.self)
        let an = clan.user("an")
        #expect(try await an.sendsTokens(7) == [.directMessage("7", to: an.id)])
    }

    @Test func `rules start at tokens and coffees`() async throws {
        let clan = try await TestClan(
            rules: """
                rules:
                  - { id: tokens, trigger: token_sent, then: { send: { to: random, text: "{{ author.name }}: {{ token.amount }}" } } }
                  - { id: coffee, trigger: coffee_given, then: { reply: "coffee from {{ author.name }}: {{ token.amount }}" } }
                  - { id: hello, trigger: message, then: { reply: hello } }
                """)
        try await clan.user("an").says("hi")
        try await clan.user("an").sendsTokens(5)
        try await clan.user("an").givesCoffee()
        #expect(try clan.messages(in: "random").map(\.text) == ["an: 5"])
        #expect(try clan.messages().map(\.text).last == "coffee from an: 10000")
    }

    @Test func `a fixture sends tokens and gives a coffee`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"}]}
                {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"hi"}
                {"after":1,"expect":[{"reply":{"to":"m1","text":"hello"}}]}
                {"seq":2,"kind":"tokens","by":"an","amount":50,"note":"lunch"}
                {"after":2,"expect":[{"dm":{"user":"an","text":"50 of 50: lunch"}}]}
                {"seq":3,"kind":"coffee","by":"an","of":"a1"}
                {"after":3,"expect":[{"send":{"text":"thanks for the coffee"}}]}
                """)
        let outcome = try await fixture.replay(Till.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
    }
}
