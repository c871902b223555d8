import BotKit
import BotTesting
import Testing

@testable import Bots

struct DiceTests {
    private static let limits = "at most 20 dice of 2 to 1000 sides"
    private static let form = "expected dice such as 2d6"

    @Test(arguments: [
        ("0", limits), ("1", limits), ("1001", limits), ("21d6", limits), ("0d6", limits), ("-1d6", limits), ("2d", form),
        ("2d6d2", form), ("two", form), ("99999999999999999999", form), ("2x6", form), ("d6", form),
    ])
    func `an invalid roll is answered with the position of the error`(words: String, reason: String) async throws {
        let text = "*roll \(words)\n      \(String(repeating: "^", count: words.count)) \(reason)\nusage: *roll [dice]"
        let draft = Draft(Content(text, markup: [Markup("pre", TextRange(0, text.utf16.count))]))
        #expect(try await answer(of: Dice(options: .init()), to: "*roll \(words)") == [.reply(draft)])
    }

    @Test(arguments: ["*rolling", "roll", "*roll6", ""])
    func `messages other than roll are ignored`(text: String) async throws {
        #expect(try await answer(of: Dice(options: .init()), to: text) == nil)
    }

    @Test(arguments: [("*roll", 1, 6), ("*roll ", 1, 6), ("*roll 20", 1, 20), ("*roll 2d6", 2, 6), ("*roll 20 d 1000", 20, 1000)])
    func `a roll shows each die and the sum`(text: String, count: Int, sides: Int) async throws {
        for seed: UInt64 in 0..<50 {
            let actions = try #require(try await answer(of: Dice(options: .init()), to: text, seed: seed))
            guard case .reply(let draft)? = actions.first, actions.count == 1 else {
                Issue.record("\(actions)")
                return
            }
            let parts = draft.content.text.split(separator: " = ")
            let rolls = (parts.first ?? "").split(separator: " + ").compactMap { Int($0) }
            #expect(rolls.count == count)
            #expect(rolls.allSatisfy { (1...sides).contains($0) })
            if count > 1 { #expect(parts.last == "\(rolls.reduce(0, +))") }
        }
    }

    @Test func `a roll repeats for the same entry`() async throws {
        let dice = Dice(options: .init())
        #expect(try await answer(of: dice, to: "*roll 5d1000", seed: 7) == answer(of: dice, to: "*roll 5d1000", seed: 7))
        #expect(try await answer(of: dice, to: "*roll 5d1000", seed: 7) != answer(of: dice, to: "*roll 5d1000", seed: 8))
    }

    @Test func `a roll is corrected by editing the command`() async throws {
        let clan = try await TestClan(Dice.self)
        let an = clan.user("an")
        try await an.says("*roll 2x6")
        let actions = try await an.edits("*roll 2d6")
        guard case .editReply(let draft)? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(draft.content.text.contains(" = "))
        #expect(try clan.messages().map(\.text) == ["*roll 2d6", draft.content.text])
        let help = """
            Commands available here:
            • *roll [dice]: Roll dice
            • *language [en|vi]: Choose the language in which bots answer you
            • *language reset: Use the clan's language again
            *help roll shows the details of a command.
            """
        #expect(try await an.says("*help") == [.reply(Draft(help))])
    }

    @Test(arguments: [(0, "*roll 2d6"), (-5, "*roll 2d6"), (Int.min, "*roll 2")])
    func `invalid dice options roll at most one die`(most: Int, text: String) async throws {
        var options = Dice.Options()
        options.most = most
        #expect(try await answer(of: Dice(options: options), to: text)?.count == 1)
    }
}
