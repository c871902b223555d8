import BotKit
import BotTesting
import Testing

/// Tests how often one user is answered, with the real store and delivery service.
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

    @Test func `a command without a cooldown is limited to ten uses, which is announced once`() async throws {
        let clan = try await TestClan(Ticker.self)
        let an = clan.user("an")
        for _ in 0..<12 { try await an.says("*tick") }
        let texts = try clan.messages().filter { $0.author.id != an.id }.map(\.text)
        #expect(texts.filter { $0 == "tick" }.count == 10)
        #expect(texts.last == "*tick can be used again in 30 s: 10 times per user every 30 s.")
        #expect(texts.count == 11)
        #expect(try await clan.user("binh").says("*tick") == [.reply("tick")])
        try await clan.advance(by: .seconds(60))
        #expect(try await an.says("*tick") == [.reply("tick")])
    }

    @Test func `a user is answered twenty times a minute, across a restart, until a pause`()
        async throws
    {
        let clan = try await TestClan(Ticker.self)
        let an = clan.user("an")
        for number in 0..<25 {
            if number == 15 { try await clan.restart(losing: .uncommitted) }
            try await an.says("hey")
        }
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 20)
        #expect(clan.transcript.contains("system:answer-limit"))
        try await clan.advance(by: .seconds(30))
        try await an.says("hey")
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 20)
        try await clan.advance(by: .seconds(60))
        try await an.says("hey")
        #expect(try clan.messages().filter { $0.author.id != an.id }.count == 21)
    }
}
