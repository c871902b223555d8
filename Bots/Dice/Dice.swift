import BotKit

/// Rolls dice: `*roll`, `*roll 20`, `*roll 2d6`.
struct Dice: Bot {
    struct Options: BotOptions {
        /// Sides of a die when the message names none.
        var sides = 6
        /// The most dice in one roll.
        var most = 20
    }

    static let manifest = Manifest("dice", "Rolls dice: *roll, *roll 20, *roll 2d6.", needs: [.reply])
    let options: Options

    func precheck(_ message: Message) -> Verdict {
        message.text == "*roll" || message.text.hasPrefix("*roll ") ? .pass : .skip("not *roll")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        guard let (count, sides) = request(in: message.text.dropFirst("*roll".count)) else {
            return [.reply("I roll up to \(options.most) dice of 2 to 1000 sides: *roll 2d6")]
        }
        var random = context.random
        let rolls = (0..<count).map { _ in Int.random(in: 1...sides, using: &random) }
        let sum = rolls.reduce(0, +)
        return [.reply(rolls.count == 1 ? "\(sum)" : "\(rolls.map(String.init).joined(separator: " + ")) = \(sum)")]
    }

    /// Reads nothing, `20` or `2d6`; nil for anything else.
    private func request(in words: Substring) -> (count: Int, sides: Int)? {
        let parts = words.split(separator: " ").joined().split(separator: "d", omittingEmptySubsequences: false)
        let numbers: [Int?] =
            switch parts.count {
            case 0: [1, options.sides]
            case 1: [1, parts[0].isEmpty ? options.sides : Int(parts[0])]
            case 2: [Int(parts[0]), Int(parts[1])]
            default: [nil, nil]
            }
        guard let count = numbers[0], let sides = numbers[1], (1...max(1, options.most)).contains(count),
            (2...1000).contains(sides)
        else { return nil }
        return (count, sides)
    }
}
