public import BotKit

/// A bot that flips a coin: `*flip`.
public struct Flip: Bot {
    public struct Options: BotOptions {
        /// The names of the coin's sides.
        public var sides = ["heads", "tails"]

        public init() {}
    }

    public static let manifest = Manifest("flip", "Flips a coin: *flip.", needs: [.reply])
    public let options: Options

    public init(options: Options) { self.options = options }

    public var commands: [Command<Self>] {
        Command("flip", "Flip a coin", vi: "Tung đồng xu") { context in
            var random = context.random
            return [.reply(Draft(options.sides.randomElement(using: &random) ?? "–"))]
        }
    }
}
