import BotKit

/// A bot that rolls dice: `*roll`, `*roll 20`, `*roll 2d6`.
struct Dice: Bot {
    struct Options: BotOptions {
        /// The number of sides if the message names none.
        var sides = 6
        /// The maximum number of dice in one roll.
        var most = 20
    }

    static let manifest = Manifest("dice", "Rolls dice: *roll, *roll 20, *roll 2d6.", needs: [.reply])
    let options: Options

    var commands: [Command<Self>] {
        Command("roll", "Roll dice", vi: "Gieo xúc xắc") { (context, dice: DiceRoll?) in
            let count = dice?.count ?? 1, sides = dice?.sides ?? options.sides, most = max(1, options.most)
            guard (1...most).contains(count), (2...1000).contains(sides) else {
                throw UsageError(
                    LocalizedText(
                        "at most \(most) dice of 2 to 1000 sides", vi: "tối đa \(most) xúc xắc, mỗi con 2 đến 1000 mặt"))
            }
            var random = context.random
            let rolls = (0..<count).map { _ in Int.random(in: 1...sides, using: &random) }
            let sum = rolls.reduce(0, +)
            return [.reply(count == 1 ? "\(sum)" : "\(rolls.map(String.init).joined(separator: " + ")) = \(sum)")]
        }
    }
}

/// An argument such as `20` or `2d6`; spaces are ignored.
struct DiceRoll: Argument {
    var count = 1
    var sides: Int

    static let label = LocalizedText("dice", vi: "xúc xắc")
    static let expects = LocalizedText("dice such as 2d6", vi: "một lượt gieo, ví dụ 2d6")
    static let isLast = true

    static func read(_ reader: inout ArgumentReader) -> DiceRoll? {
        let parts = (reader.rest()?.text ?? "").filter { $0 != " " }.split(separator: "d", omittingEmptySubsequences: false).map {
            Int($0)
        }
        guard let sides = parts.last ?? nil, let count = parts.count == 2 ? parts[0] : 1, parts.count <= 2 else { return nil }
        return DiceRoll(count: count, sides: sides)
    }
}
