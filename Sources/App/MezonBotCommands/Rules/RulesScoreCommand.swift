import ArgumentParser
import Foundation
import MezonBotApp
import RuleEngine

/// Measures rules with texts that people have judged.
struct RulesScoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Measure rules with labelled texts.",
        discussion: """
            The file has a text, a tab and a label on each line: 0 for a clean text, 1 for one on which the rules should act. Each text \
            is evaluated as the message of a plain member, with no history. Nothing is sent and no data directory is needed. Exit \
            codes: 0 success, 1 too many false positives, 2 configuration errors or an unreadable file.
            """)

    @Argument(help: ArgumentHelp("File with labelled texts; - for standard input", valueName: "file"), completion: .file())
    var file: String

    @Option(help: "Configuration file", completion: .configuration)
    var config = "config.yaml"

    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp(
            "Rule to measure; repeatable (default: all that can punish the author of a message)", valueName: "rule"))
    var rules: [String] = []

    @Option(help: "Mistakes of each kind to list")
    var worst = 20

    @Option(help: ArgumentHelp("Fail if more clean texts of a thousand are matched", valueName: "number"))
    var maxFalsePositives: Double?

    @Flag(help: .jsonObject)
    var json = false

    func validate() throws {
        guard (0...100_000).contains(worst) else { throw ValidationError("--worst must be from 0 to 100000") }
        if let limit = maxFalsePositives, !(0...1000).contains(limit) {
            throw ValidationError("--max-false-positives must be from 0 to 1000")
        }
    }

    func run() async throws {
        let set = try RuleSet.checked(config).set
        let chosen = try chosenRules(set)
        let texts = try TextFile.labelled(file, LabelledText.read)
        let meter = ProgressMeter(of: Int64(texts.count))
        let score = set.score(texts, rules: chosen, worst: worst) { meter.advance(to: Int64($0)) }
        meter.end()
        if json { try printJSON(score) } else { print(score.human) }
        if let limit = maxFalsePositives, score.falsePositivesPerThousand > limit {
            throw CommandError(
                .failed,
                "\(score.falsePositivesPerThousand.formatted(.threeDecimals)) of 1,000 clean texts are matched, more than \(limit)"
            )
        }
    }

    private func chosenRules(_ set: RuleSet) throws -> [String] {
        let known = set.messageRules
        guard !rules.isEmpty else {
            let chosen = set.moderationRules
            guard !chosen.isEmpty else {
                throw CommandError(
                    .configuration,
                    "no rule can punish the author of a message; name rules with --rule: \(known.joined(separator: ", "))")
            }
            return chosen
        }
        for rule in rules where !known.contains(rule) {
            throw CommandError(
                .configuration, "no message triggers a rule '\(rule)'; there are: \(known.joined(separator: ", "))")
        }
        return rules
    }
}

extension RuleScore {
    fileprivate var human: String {
        var lines = [
            "\(texts) texts, \(bad) of them bad; rules: \(rules.joined(separator: ", "))",
            "precision \(precision.formatted(.threeDecimals))   recall \(recall.formatted(.threeDecimals))   F1 \(f1.formatted(.threeDecimals))   "
                + "false positives \(falsePositivesPerThousand.formatted(.threeDecimals)) per 1,000 clean texts",
        ]
        if !worstHits.isEmpty {
            let often = frequentHits.map { "'\($0.found)' \($0.texts)" }.joined(separator: ", ")
            lines.append("\nclean, but matched (\(falsePositives)\(often.isEmpty ? "" : "; most often \(often)")):")
            lines += worstHits.map { "  line \($0.line)  \($0.rule ?? ""): \($0.reason ?? "")  |  \($0.text.excerpt)" }
        }
        if !worstMisses.isEmpty {
            lines.append("\nbad, but not matched (\(falseNegatives)):")
            lines += worstMisses.map { "  line \($0.line)  \($0.text.excerpt)" }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The beginning of a long text.
    fileprivate var excerpt: String { count > 100 ? prefix(100) + "…" : self }
}
