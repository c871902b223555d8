/// A mistake in a file of texts, as compilers print it: `Bots/Quiz/Quiz.vi.texts:3:9: error: …`.
struct BotTextError: Error, Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    /// The column in characters, from 1.
    var column: Int
    var message: String

    var description: String { "\(file):\(line):\(column): error: \(message)" }
}
