import BotConfiguration
import Foundation
import Testing

/// A mistake of an operator, as a line of `Mistakes/mistakes.tsv`: its name, the place of the wrong text, a part of the expected
/// hint, the configuration, and its correction.
///
/// The place is `line:column+length`, counted in Unicode scalars. The correction is `first-last=lines`: the lines that replace those
/// of the configuration. `\n`, `\t`, `\r` and `\\` are escapes, and `~` at the start of a configuration stands for the usual first
/// lines.
struct WrongConfiguration: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let hint: String
    let text: String
    let corrected: String
    private let line: Int
    private let columns: Range<Int>

    private static let head = "version: 1\nrules:\n  - id: sample\n    trigger: message\n"

    init?(_ row: Substring) {
        let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped)
        guard fields.count == 5 else { return nil }
        let place = fields[1].split { ":+".contains($0) }.compactMap { Int($0) }
        let change = fields[4].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = change[0].split(separator: "-").compactMap { Int($0) }
        guard place.count == 3, change.count == 2, ends.count == 2 else { return nil }
        testDescription = fields[0]
        hint = fields[2]
        text = fields[3].hasPrefix("~") ? Self.head + fields[3].dropFirst() : fields[3]
        line = place[0]
        columns = place[1]..<(place[1] + max(1, place[2]))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let replacement = change[1].split(separator: "\n", omittingEmptySubsequences: false)
        lines.replaceSubrange((ends[0] - 1)..<ends[1], with: change[1].isEmpty ? [] : replacement)
        corrected = lines.joined(separator: "\n")
    }

    static func all() throws -> [WrongConfiguration] {
        let url = try #require(Bundle.module.url(forResource: "Mistakes/mistakes", withExtension: "tsv"))
        let rows = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
        return try rows.map { try #require(WrongConfiguration($0), "\($0)") }
    }

    /// Returns whether a diagnostic begins within the wrong text, or at the quote before it.
    func isPlace(of diagnostic: Diagnostic) -> Bool {
        diagnostic.position.line == line
            && (columns.contains(diagnostic.position.column)
                || diagnostic.position.column == columns.lowerBound - 1 && isQuote(at: columns.lowerBound - 1))
    }

    private func isQuote(at column: Int) -> Bool {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let scalars = Array(lines[line - 1])
        return scalars.indices.contains(column - 1) && (scalars[column - 1] == "\"" || scalars[column - 1] == "'")
    }

    private static func unescaped(_ field: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in field {
            if isEscaped {
                result.append(["n": "\n", "t": "\t", "r": "\r"][character] ?? character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
