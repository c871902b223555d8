import BotKit
import MezonTesting
import Testing

/// How often one person is answered, through the real store and delivery.
@Suite(.timeLimit(.minutes(15)))
struct AnswerBoundsTests {
    private struct Ticker: Bot {
        static let manifest = Manifest("ticker", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] { Command("tick", "Ticks.") { _ in [.reply("tick")] } }
        func precheck(_ message: Message) -> Verdict { .pass }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            message.text == "hey" ? [.reply("hey")] : []
        }
    }

    @Test func `a command without a cooldown rests after ten uses, which is said once`() async throws {
        let clan = try await TestClan(Ticker.self)
        let an = clan.user("an")
        for _ in 0..<12 { try await an.says("*tick") }
        let texts = try clan.messages().filter { $0.author.id != an.id }.map(\.text)
        #expect(texts.filter { $0 == "tick" }.count == 10)
        #expect(texts.last == "*tick can be used again in 30 s: 10 times a person every 30 s.")
        #expect(texts.count == 11)
        #expect(try await clan.user("binh").says("*tick") == [.reply("tick")])
        try await clan.advance(by: .seconds(60))
        #expect(try await an.says("*tick") == [.reply("tick")])
    }

    @Test func `somebody who goes on is answered twenty times in a minute, also across a restart, and then after a pause`()
        async throws
    {
        let clan = try await TestClan(Ticker.self)
        let an = clan.user("an")
        for number in 0..<25 {
            if number == 15 { try await clan.restart(losing: .uncommitted) }
            try await an.says("hey")
        }
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 20)
        #expect(clan.transcript.contains("house:brake"))
        try await clan.advance(by: .seconds(30))
        try await an.says("hey")
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 20)
        try await clan.advance(by: .seconds(60))
        try await an.says("hey")
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 21)
    }
}
