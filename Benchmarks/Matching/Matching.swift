import ArgumentParser
import Foundation

/// Measures the cost per message of searching for thousands of words, phrases and patterns that do not occur in it.
struct Matching: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure multi-pattern search beside Python's engines.",
        discussion: """
            Every row runs in its own process, so that its memory is measured separately. With --python, the interpreter runs
            Benchmarks/matching.py on the same messages: re, google-re2, pyahocorasick and hyperscan, if installed.
            """)

    @Option(help: "Number of messages.")
    var messages = 20_000
    @Option(help: "Maximum number of search terms.")
    var limit = 10_000
    @Option(help: "Random seed of messages and search terms.")
    var seed: UInt64 = 1
    @Option(help: "Python interpreter for Benchmarks/matching.py.")
    var python: String?
    @Option(help: .hidden)
    var row: String?

    func run() async throws {
        if let row {
            guard let sought = SearchTermSpec(row) else { throw ValidationError("'\(row)' is not a row") }
            return print(try MatchingRow.measured(sought, messages: messages, seed: seed).line)
        }
        let sizes = [10, 100, 1000, 10_000].filter { $0 <= limit }
        print("folding included  sought   us/msg    load s      MiB   found")
        var rows: [SearchTermSpec: MatchingRow] = [:]
        for kind in SearchTermSpec.Kind.allCases {
            for count in sizes {
                let sought = SearchTermSpec(kind: kind, count: count)
                let row = try await measuredApart(sought)
                rows[sought] = row
                print(Self.columns([kind.rawValue, "\(count)"] + row.figures))
            }
            if let few = rows[SearchTermSpec(kind: kind, count: 100)], let many = rows[SearchTermSpec(kind: kind, count: 10_000)]
            {
                print("                  10 000 cost \(Load.number(many.microseconds / few.microseconds)) x as much as 100")
            }
        }
        try BacktrackingPatterns.printFigures()
        try ObfuscatedWords.printFigures()
        if let python { try await MatchingPeers(python: python, messages: messages, seed: seed).printFigures(beside: rows) }
    }

    private func measuredApart(_ sought: SearchTermSpec) async throws -> MatchingRow {
        let output = try Subprocess.output(
            of: URL(fileURLWithPath: CommandLine.arguments[0]),
            ["matching", "--row", sought.description, "--messages", "\(messages)", "--seed", "\(seed)"])
        guard let row = MatchingRow(output) else { throw Failure.unreadable(output) }
        return row
    }

    enum Failure: Error, Equatable { case unreadable(String) }

    static func columns(_ cells: [String]) -> String {
        zip(cells, [16, 8, 9, 10, 9, 8, 12, 12]).map { text, width in
            String(repeating: " ", count: max(0, width - text.count)) + text
        }.joined()
    }
}
