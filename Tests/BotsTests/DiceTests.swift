import BotKit
import Testing

@testable import Bots

struct DiceTests {
    private static let usage: [Action] = [.reply("I roll up to 20 dice of 2 to 1000 sides: *roll 2d6")]

    @Test(arguments: [
        "*roll 0", "*roll 1", "*roll 1001", "*roll 21d6", "*roll 0d6", "*roll -1d6", "*roll 2d", "*roll d6", "*roll 2d6d2",
        "*roll two", "*roll 99999999999999999999", "*roll 2x6",
    ])
    func `what cannot be rolled is answered with how to ask`(text: String) async throws {
        #expect(try await answer(of: Dice(options: .init()), to: text) == Self.usage)
    }

    @Test(arguments: ["*rolling", "roll", "*roll6", ""])
    func `other words are not for it`(text: String) async throws {
        #expect(try await answer(of: Dice(options: .init()), to: text) == nil)
    }

    @Test(arguments: [("*roll", 1, 6), ("*roll ", 1, 6), ("*roll 20", 1, 20), ("*roll 2d6", 2, 6), ("*roll 20 d 1000", 20, 1000)])
    func `dice show their sides and add up`(text: String, count: Int, sides: Int) async throws {
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

    @Test func `the same entry rolls the same`() async throws {
        let dice = Dice(options: .init())
        #expect(try await answer(of: dice, to: "*roll 5d1000", seed: 7) == answer(of: dice, to: "*roll 5d1000", seed: 7))
        #expect(try await answer(of: dice, to: "*roll 5d1000", seed: 7) != answer(of: dice, to: "*roll 5d1000", seed: 8))
    }

    @Test(arguments: [(0, "*roll 2d6"), (-5, "*roll 2d6"), (Int.min, "*roll 2")])
    func `options that make no sense roll one die at most`(most: Int, text: String) async throws {
        var options = Dice.Options()
        options.most = most
        #expect(try await answer(of: Dice(options: options), to: text)?.count == 1)
    }
}
