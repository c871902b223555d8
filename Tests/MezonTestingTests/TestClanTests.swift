import BotKit
import MezonTesting
import Testing

/// What a bot author's tests stand on.
@Suite(.timeLimit(.minutes(1)))
struct TestClanTests {
    /// Counts thanks, clan by clan.
    private struct Thanks: Bot {
        struct State: BotState { var points: [UserID: Int] = [:] }
        static let manifest = Manifest("thanks", needs: [.reply])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict {
            message.text.hasPrefix("*thanks") ? .pass : .skip("not *thanks")
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard let who = message.mentions.first else { return [.reply("whom?")] }
            let total = try await context.state(.clan).update { state in
                state.points[who.user, default: 0] += 1
                return state.points[who.user, default: 0]
            }
            return [.reply("\(who.username) has \(total)")]
        }

        func notice(_ event: Event, _ context: Context) async throws -> [Action] {
            guard case .edit(let message) = event else { return [] }
            return [.reply("edited: \(message.text)")]
        }
    }

    @Test func `what is said is answered, and what is remembered survives a restart`() async throws {
        let clan = try await TestClan(Thanks.self)
        let an = clan.user("an")
        #expect(try await an.says("*thanks @binh") == [.reply("binh has 1")])
        try await clan.restart()
        #expect(try await an.says("*thanks @binh") == [.reply("binh has 2")])
        #expect(try await an.says("hello") == [])
        #expect(
            try clan.messages().map { "\($0.author.name): \($0.text)" } == [
                "an: *thanks @binh", "mezon-bot: binh has 1", "an: *thanks @binh", "mezon-bot: binh has 2", "an: hello",
            ])
    }
}
