package import ChatModel
import TextFolding

/// A search whose matches are replaced. Its running time is bounded by the text's length and the number of matches.
package struct TextReplacement: Sendable {
    private enum Search: Sendable {
        case words(FoldedScanner)
        case pattern(Pattern, Folding)
    }

    private let search: Search
    private let replacement: ReplacementText

    /// The number of matches and of UTF-16 code units from which the rest of a text is cut off: it must not pass unreplaced.
    private static let maxMatches = 500
    private static let maxLength = 8000

    /// Creates a replacement of needles with the same folds; `nil` if folding leaves nothing of them.
    package init?(_ needles: [Needle], with text: String) {
        let folding = Folding(needles.first?.folds ?? .plain)
        var words: [[UInt8]: [FoldedScanner.Matcher]] = [:]
        for (index, needle) in needles.enumerated() {
            guard let word = FoldedNeedle(needle, folding) else { continue }
            words[word.bytes, default: []].append(FoldedScanner.Matcher(probe: ScanTarget(index: index), word: word))
        }
        guard !words.isEmpty else { return nil }
        search = .words(FoldedScanner(folding, words: words, patterns: []))
        replacement = ReplacementText(literal: text)
    }

    /// Creates a replacement of a pattern's matches.
    package init(_ pattern: Pattern, with text: String) throws(ReplacementError) {
        search = .pattern(pattern, Folding(pattern.folds))
        replacement = try ReplacementText(text, groups: pattern.groups)
    }

    /// Returns the replacements in a text, in order and without overlaps.
    package func edits(in text: String) -> [TextEdit] {
        let edits =
            switch search {
            case .words(let scanner): Self.union(scanner.ranges(in: text)).map { TextEdit($0, replacement.filled { _ in "" }) }
            case .pattern(let pattern, let folding): matches(of: pattern, in: text, folding.traced(text))
            }
        return Self.bounded(edits, length: text.utf16.count)
    }

    private func matches(of pattern: Pattern, in text: String, _ folded: OffsetMappedText) -> [TextEdit] {
        var edits: [TextEdit] = []
        var start = 0
        while edits.count <= Self.maxMatches, let found = pattern.groups(in: folded.bytes, from: start) {
            start = max(start + 1, found.match.upperBound)
            while start < folded.bytes.count, folded.bytes[start] & 0xC0 == 0x80 { start += 1 }
            let range = folded.origin(of: found.match)
            // A letter that folds to several may contain two matches; the first counts.
            guard !range.isEmpty, range.lowerBound >= edits.last?.range.end ?? 0 else { continue }
            let filled = replacement.filled { number in
                guard let range = found.captured[number - 1], !range.isEmpty else { return "" }
                return TextMatch(folded.origin(of: range), of: text, []).text
            }
            edits.append(TextEdit(range, filled))
        }
        return edits
    }

    /// Returns the ranges in order, with those that overlap joined.
    private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    private static func bounded(_ edits: [TextEdit], length: Int) -> [TextEdit] {
        var result: [TextEdit] = []
        var total = length
        for edit in edits {
            total += edit.text.utf16.count - edit.range.length
            guard result.count < maxMatches, total <= max(maxLength, length) else {
                result.append(TextEdit(edit.range.start..<length, "…"))
                break
            }
            result.append(edit)
        }
        return result
    }
}
