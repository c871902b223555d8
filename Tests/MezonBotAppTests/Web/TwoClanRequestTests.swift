import BotKit
import Foundation
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests web requests of one bot in two clans through the whole application.
@Suite(.timeLimit(.minutes(15))) struct TwoClanRequestTests {
    private struct Asker: Bot {
        struct Options: BotOptions { var url = "" }
        static let manifest = Manifest("asker", needs: [.reply, .request])
        let options: Options

        func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("ask ") ? .pass : .skip("no question") }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
            [.request(try WebRequest("ask", .post, options.url, .json(["text": message.text]), note: message.text))]
        }

        func onResponse(_ response: WebResponse, _ context: Context) throws -> [Action] {
            [.reply("\(try response.note(as: String.self)): \(response.success?.text ?? "nothing"), clan \(context.clan)")]
        }
    }

    private struct Eavesdropper: Bot {
        static let manifest = Manifest("eavesdropper", needs: [.reply])
        let options: NoOptions
        func precheck(_ message: Message) -> Verdict { .skip("silent") }
        func onResponse(_ response: WebResponse, _ context: Context) -> [Action] { [.reply("overheard")] }
    }

    @Test func `a response reaches only the clan and the bot that asked`() async throws {
        let server = try await ScriptedWebServer([.page(200, "yes")])
        let scenario = try await GatewayScenario()
        try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
        let bots = """
            bots:
              eavesdropper: { enabled_in: all }
              asker: { enabled_in: all, http: { allow_private: ["\(server.base)"] }, config: { url: "\(server.base)/lab" } }
            clans: { annex: { bots: { asker: { config: { url: "\(server.base)/annex" } } } } }
            """
        try await scenario.run([.init(bots: [Asker.self, Eavesdropper.self], sections: bots)]) { heard in
            let places = [GatewayScenario.general: "lab", GatewayScenario.hall: "annex"]
            for (channel, name) in places { try await scenario.gateway.say("ask \(name)", as: "an", in: channel) }
            var answers: [ChannelID: String] = [:]
            while answers.count < 2 {
                let message = try await heard.next { event -> Message? in
                    guard case .message(let message) = event, message.author.id == GatewayScenario.bot else { return nil }
                    return places[message.channel] == nil ? nil : message
                }
                answers[message.channel] = message.text
            }
            #expect(
                answers == [
                    GatewayScenario.general: "ask lab: yes, clan \(GatewayScenario.lab)",
                    GatewayScenario.hall: "ask annex: yes, clan \(GatewayScenario.annex)",
                ])
            let asked = server.requests.map { "\($0.target) \($0.body)" }.sorted()
            #expect(asked == [#"/annex {"text":"ask annex"}"#, #"/lab {"text":"ask lab"}"#])
            let lines = try await JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot)).lines(after: 0, limit: 100)
            let responses = lines.filter { $0.entry.kind == "system-web-response" }
            #expect(Set(responses.map(\.entry.clan)) == [GatewayScenario.lab, GatewayScenario.annex])
            #expect(Set(responses.flatMap(\.deliveries).map(\.author)) == ["bot:asker"])
        }
        try await server.stop()
    }
}
