import BotKit
import ChatModel
import Foundation
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests that other applications are recognized from the server's data, get no moderation rights and are answered a limited
/// number of times.
@Suite(.timeLimit(.minutes(15)))
struct ApplicationAccountTests {
    /// Answers every message.
    private struct Parrot: Bot {
        static let manifest = Manifest("parrot", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("repeat", "Repeats words.") { (_, words: RemainingText) in [.reply(Draft(words.text))] }
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply("heard")] }
    }

    /// A rule for one channel. The applications hear each other's reports in the moderators' channel and would answer those too.
    private static let rule = """
        rules:
          - id: chatter
            trigger: message
            in: { channels: general }
            except: { bots: false }
            limits: { per_minute: 100000, per_day: 100000, per_person: 100000 }
            then: [{ reply: "and you?" }]
        """

    @Test func `an application with a moderator role cannot run commands and is answered by no bot`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([.init(bots: [Parrot.self], sections: "bots: { parrot: { enabled_in: all } }")]) { ears in
            for text in ["*case 1", "*repeat hello", "*help", "hello"] {
                try await scenario.gateway.say(text, as: "second-app", in: GatewayScenario.general)
            }
            try await scenario.gateway.say("*repeat all", as: "an", in: GatewayScenario.general)
            #expect(try await ears.text(in: GatewayScenario.general) == "all")
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            let lines = try await reader.lines(after: 0, limit: 100).filter { $0.entry.kind == "message" }
            let steps = lines.compactMap(\.trace).flatMap(\.steps).filter { $0.who == "bot:parrot" }.map(\.why)
            #expect(steps.prefix(4) == ArraySlice(repeating: "said by an application", count: 4))
            #expect(lines.flatMap(\.deliveries).count == 1)
        }
    }

    @Test func `two applications answering each other go quiet, and each reports it once`() async throws {
        let scenario = try await GatewayScenario()
        let instances = [GatewayScenario.bot, GatewayScenario.secondApp].map {
            GatewayScenario.Instance(user: $0, sections: Self.rule)
        }
        try await scenario.run(instances) { ears in
            try await scenario.gateway.say("hello", as: "an", in: GatewayScenario.general)
            // The application that reaches the limit first goes quiet, and the other has nothing more to answer.
            let report = try await ears.next { event -> String? in
                guard case .message(let message) = event, message.channel == GatewayScenario.modLog else { return nil }
                return message.text
            }
            #expect(report.hasPrefix("⚠ More than 20 answers to the application @"))
            let said = try await scenario.gateway.messages(in: GatewayScenario.general, limit: 1000)
            let ours = said.filter { $0.author.id == GatewayScenario.bot }.count
            let theirs = said.filter { $0.author.id == GatewayScenario.secondApp }.count
            // One answer to the user, and at most twenty to the other application.
            #expect(ours <= 21 && theirs <= 21)
            #expect(max(ours, theirs) >= 20)
            try await scenario.gateway.say("still there?", as: "an", in: GatewayScenario.general)
            #expect(try await ears.text(in: GatewayScenario.general) == "and you?")
            let reports = try await scenario.gateway.messages(in: GatewayScenario.modLog)
            #expect(reports.allSatisfy { $0.text.hasPrefix("⚠ More than 20 answers to the application @") })
            #expect(Set(reports.map(\.author.id)).count == reports.count)
        }
    }
}
