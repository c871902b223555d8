import ArgumentParser
import BotConfig
import Foundation
import MezonTesting

/// Checks every invalid configuration of the corpus and measures the cost of each.
struct Errors: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a hundred wrong configurations: are they understood, and what do they cost?",
        discussion: "Memory is the process's largest resident size during a case, less its size before.")

    @Option(help: "The folder of wrong configurations.")
    var corpus = "Tests/RulesTests/Corpus"

    @Flag(help: "Print each report as an operator sees it.")
    var show = false

    private struct Row {
        var name: String
        var isPlaced: Bool
        var isSuggested: Bool
        var milliseconds: Double
        var kibibytes: Int
    }

    func run() throws {
        let cases = try ErrorCase.all(in: URL(fileURLWithPath: corpus))
        if let first = cases.first { _ = row(first) }  // Excludes the cost of tables that are built once.
        let rows = cases.map(row)
        print("cases              \(rows.count)")
        print("right places       \(rows.count(where: \.isPlaced))")
        print("right suggestions  \(rows.count(where: \.isSuggested))")
        if let row = rows.max(by: { $0.milliseconds < $1.milliseconds }) {
            print("slowest            \(row.milliseconds.formatted(.number.precision(.fractionLength(1)))) ms  \(row.name)")
        }
        if let row = rows.max(by: { $0.kibibytes < $1.kibibytes }) {
            print("largest growth     \(row.kibibytes) KiB  \(row.name)")
        }
        for row in rows where !row.isPlaced || !row.isSuggested { print("not as expected    \(row.name)") }
        for row in rows where row.milliseconds > 50 || row.kibibytes > 20 * 1024 {
            print("over budget        \(row.name): \(row.milliseconds) ms, \(row.kibibytes) KiB")
        }
    }

    private func row(_ file: ErrorCase) -> Row {
        ResidentMemory.resetPeak()
        let before = ResidentMemory.kibibytes(.now)
        let start = ContinuousClock.now
        let report = file.report()
        let duration = ContinuousClock.now - start
        let growth = ResidentMemory.kibibytes(.peak) - before
        if show { print(report.human()) }
        let found = file.findings(of: report)
        return Row(
            name: file.name, isPlaced: found.map { [$0.place, $0.code] } == file.expected.map { [$0.place, $0.code] },
            isSuggested: found == file.expected && found.allSatisfy { $0.suggestion != nil },
            milliseconds: duration / .milliseconds(1), kibibytes: growth)
    }
}
