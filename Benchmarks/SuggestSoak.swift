import ArgumentParser
import BotTesting

/// Compares suggested thresholds with those that simulated moderators go by.
struct SuggestSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Compare suggested thresholds with those of simulated moderators.",
        discussion: """
            Each clan has six rules with wrong numbers, two of them enforced, and moderators who follow hidden numbers: they remove \
            messages and undo cases, overlook a tenth, and remove one message of two hundred for other reasons. Suggestions come from the \
            first 70 % of the history and are measured with the hidden numbers in the rest. Fails below 95 % precision or 80 % recall, or \
            if there is a suggestion for fewer than 80 % of the rules.
            """)

    @Option(help: "Clans.")
    var clans = 5
    @Option(help: "Messages per clan; a flood is one.")
    var messages = 3000
    @Option(help: "First random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as a JSON object.")
    var json = false

    private static let minPrecision = 0.95
    private static let minRecall = 0.8
    private static let minSuggested = 0.8

    private struct Figures: Encodable {
        let rules: Int
        let suggested: Int
        let hits: Int
        let expected: Int
        let precision: Double
        let recall: Double
        let lines: [String]
    }

    func validate() throws {
        guard clans > 0, messages > 0 else { throw ValidationError("--clans and --messages must be at least 1") }
    }

    func run() async throws {
        var sum = SuggestionSoakRun.Outcome()
        for number in 0..<clans {
            var soak = SuggestionSoakRun(seed: seed &+ UInt64(number))
            sum += try await soak.run(messages: messages)
        }
        let figures = Figures(
            rules: sum.rules, suggested: sum.suggested, hits: sum.hits, expected: sum.expected, precision: sum.precision,
            recall: sum.recall, lines: sum.lines)
        if json {
            print(try figures.json)
        } else {
            print(
                "rules \(sum.rules), suggestions \(sum.suggested), held-out hits \(sum.hits) of \(sum.expected) offences, "
                    + "precision \(sum.precision), recall \(sum.recall)")
            for line in sum.lines { print(line) }
        }
        guard sum.precision >= Self.minPrecision, sum.recall >= Self.minRecall,
            Double(sum.suggested) >= Self.minSuggested * Double(sum.rules)
        else { throw ExitCode.failure }
    }
}
