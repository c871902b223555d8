import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// The `/` menu, tokens, voice rooms and the calendar with whole applications and a gateway.
@Suite(.timeLimit(.minutes(15)))
struct QuickMenuApplicationTests {
    private struct Clerk: Bot {
        static let manifest = Manifest("clerk", needs: [.reply, .send, .directMessage, .channels, .status, .tokens, .media])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("hours", "Opening hours") { _ in [.reply("nine to five")] }
            Command("rooms", "Who is where") { context in
                [.reply(Draft("\(try await context.voiceChannels().flatMap(\.users))"))]
            }
            Command("build", "A channel") { context in
                [.clan(.createChannel(NewChannel("workshop"), of: context.clan)), .clan(.status("building", of: context.clan))]
            }
            Command("pay", "Tokens for the owner") { (context, tokens: Int) in
                [.account(.sendTokens(tokens, to: context.user, note: "wages"))]
            }
            Command("play", "A song") { _ in
                [
                    .account(.playMedia(MediaPlayback("https://example.org/song.mp3", title: "Song", room: "hall"))),
                    .reply("it is played"),
                ]
            }
        }

        func tokensReceived(_ transfer: TokenTransfer, _ context: Context) -> [Action] {
            [.send(Draft("\(transfer.amount): \(transfer.note)"), to: GatewayScenario.general)]
        }
    }

    private static let clerk = GatewayScenario.Instance(
        bots: [Clerk.self], sections: "bots: { clerk: { enabled_in: all, grants: [channels, tokens] } }",
        account: ", tokens: { per_day: 100 }")

    private static func textOfBot(_ event: Event) -> String? {
        if case .message(let message) = event, message.author.id == GatewayScenario.bot { message.text } else { nil }
    }

    @Test func `tokens are handled once and announced`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([Self.clerk]) { heard in
            try await scenario.gateway.giveTokens(5, note: "tea", from: "an", to: "mezon-bot")
            try await scenario.gateway.giveTokens(6, note: "other", from: "an", to: "mod")
            try await scenario.gateway.giveTokens(7, note: "", from: "an", to: "mezon-bot")
            var texts: [String] = []
            for _ in 0..<2 { texts.append(try await heard.next(Self.textOfBot)) }
            #expect(texts == ["5: tea", "7: "])
        }
    }

    @Test func `a bot sends tokens and plays media`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([Self.clerk]) { heard in
            for tokens in [60, 41, 40] {
                try await scenario.gateway.say("*pay \(tokens)", as: "mod", in: GatewayScenario.general)
                // The second order would exceed the limit of the day.
                guard tokens != 41 else { continue }
                let transfer = try await heard.next { if case .tokenSent(let transfer) = $0 { transfer } else { nil } }
                #expect((transfer.sender, transfer.amount, transfer.note) == (GatewayScenario.bot, tokens, "wages"))
            }
            try await scenario.gateway.say("*play", as: "mod", in: GatewayScenario.general)
            let played = try await heard.next { event in Self.textOfBot(event).flatMap { $0.hasPrefix("it is") ? $0 : nil } }
            #expect(played == "it is played")
        }
    }

    @Test func `a refused order has a dead letter, whose retry stays within the limits`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([Self.clerk]) { _ async throws -> Void in
            let admin = AdminClient(folder: scenario.dataFolder(of: GatewayScenario.bot))
            try await scenario.gateway.say("*pay 101", as: "mod", in: GatewayScenario.general)
            // Each refusal leaves another dead letter.
            for number in [1, 2] as [Int64] {
                while try await admin.answer(to: .retry(deadLetter: number, by: "command")).isRefused {}
            }
        }
    }

    @Test func `a bot reads voice rooms, creates a channel and sets its status`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([Self.clerk]) { heard in
            try await scenario.gateway.say("*rooms", as: "an", in: GatewayScenario.general)
            let rooms = try await heard.next(Self.textOfBot)
            #expect(rooms == "[]")
            try await scenario.gateway.say("*build", as: "an", in: GatewayScenario.general)
            let created = try await heard.next { if case .channelCreated(let channel) = $0 { channel } else { nil } }
            #expect((created.label, created.clan) == ("workshop", GatewayScenario.lab))
        }
    }
}
