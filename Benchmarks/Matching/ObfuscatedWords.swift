import Foundation
import PatternMatching
import TextFolding

/// The corpora of obfuscated words and of innocent words that resemble them, which the tests use too.
enum ObfuscatedWords {
    enum Failure: Error, Equatable { case line(Int, of: String) }

    static func printFigures() throws {
        print("")
        for (name, verb) in [("evasion", "caught"), ("innocent", "caught; expected none")] {
            var lines = 0
            var found = 0
            for (kind, figures) in try figures(of: name).sorted(by: { $0.key < $1.key }) {
                lines += figures.lines
                found += figures.found
                print("\(name): \(kind): \(figures.found) of \(figures.lines)")
            }
            print("\(name): \(found) of \(lines) \(verb)")
        }
    }

    private static func figures(of name: String) throws -> [String: (lines: Int, found: Int)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Tests/PatternMatchingTests/Corpus/\(name).tsv")
        var figures: [String: (lines: Int, found: Int)] = [:]
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 4 else { throw Failure.line(number + 1, of: name) }
            let folds = FoldSet(cells[2].split(separator: ",").compactMap { Fold(rawValue: String($0)) })
            var builder = TextScanner.Builder()
            _ = builder.add(Needle(cells[1], folds: folds, fit: .word))
            figures[cells[0], default: (0, 0)].lines += 1
            if !builder.build().scan(cells[3].replacing("\\n", with: "\n")).isEmpty {
                figures[cells[0], default: (0, 0)].found += 1
            }
        }
        return figures
    }
}
