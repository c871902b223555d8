import ArgumentParser
import BotConfiguration
import BotTesting
import Foundation

/// Checks every invalid configuration of the corpus and measures the cost of each.
struct Errors: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the diagnostics and costs of invalid configurations.",
        discussion: "Memory is the peak resident size during a case minus the size before it.")

    @Option(help: "Folder of invalid configurations.")
    var corpus = "Tests/RuleEngineTests/Corpus"

    @Flag(help: "Print each report as operators see it.")
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
        print("right locations    \(rows.count(where: \.isPlaced))")
        print("right suggestions  \(rows.count(where: \.isSuggested))")
        if let row = rows.max(by: { $0.milliseconds < $1.milliseconds }) {
            print("slowest            \(row.milliseconds.formatted(.number.precision(.fractionLength(1)))) ms  \(row.name)")
        }
        if let row = rows.max(by: { $0.kibibytes < $1.kibibytes }) {
            print("largest growth     \(row.kibibytes) KiB  \(row.name)")
        }
        for row in rows where !row.isPlaced || !row.isSuggested { print("unexpected         \(row.name)") }
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
