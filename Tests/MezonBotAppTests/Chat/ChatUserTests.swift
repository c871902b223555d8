import BotKit
import BotTesting
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct ChatUserTests {
    private struct Menu: Bot {
        struct Request: Decodable, Sendable { var days: Int }
        static let manifest = Manifest("menu", needs: [.reply])
        static let dish = Route<String>("dish")
        static let send = Route<NoPayload>("send")
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("menu") { _ in
                [
                    .reply(
                        try Draft("Which?").adding(Form("Stay", .number("days", "Days"))).adding(
                            Self.dish.select("Dish", [("Phở", "p"), ("Bún", "b")]), Self.send.button("Send")))
                ]
            }
        }

        var presses: [Press<Self>] {
            Press(Self.dish) { (_, dish) in [.reply("\(dish) it is")] }
            Press(Self.send, form: Request.self) { (_, wish) in [.reply("\(wish.days) days")] }
        }
    }

    private static func menu(_ live: LiveApplication) async throws -> Message {
        try await live.guest.say("*menu", in: live.channel)
        for await event in live.heard {
            if case .message(let message) = event, message.author.id != live.guestID { return message }
        }
        throw CancellationError()
    }

    @Test func `a form is sent with a button click, and a repeated selection is journaled once`() async throws {
        try await LiveApplication.run([Menu.self], config: "bots: { menu: { enabled_in: [general] } }") {
            (live: LiveApplication) async throws in
            let message = try await Self.menu(live)
            let select = try #require(ChatSelect.list(of: message).first)
            let send = try #require(ChatButton.list(of: message).first)
            try await live.guest.press(select.id, of: message, with: select.options[1].value)
            try await live.guest.choose([select.options[1].value], in: select.id, of: message)
            try await live.guest.press(send.id, of: message, with: #"{"days":"3"}"#)
            #expect(await live.next() == "b it is")
            #expect(await live.next() == "3 days")
            #expect(try await live.kinds().count { $0 == "button" } == 2)
        }
    }
}
