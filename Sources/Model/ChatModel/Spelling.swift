/// Suggestions for mistyped words.
package enum Spelling {
    /// Returns the candidate with the fewest edits from the word, if these are few for its length; the first of equals.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.unicodeScalars.count <= maxWordLength else { return nil }
        let allowed = max(1, word.count / 3)
        let whole = word.lowercased()
        let ranked = candidates.map { (word: $0, edits: distance(whole, $0.lowercased())) }
        let near = ranked.filter { $0.edits <= allowed && $0.edits < $0.word.count }.min { $0.edits < $1.edits }?.word
        return near ?? shortened(whole, candidates)
    }

    /// Returns the only candidate that is a prefix of the word or begins with it: `mon` for `monday`.
    private static func shortened(_ word: String, _ candidates: [String]) -> String? {
        let alike = candidates.filter { candidate in
            min(word.count, candidate.count) >= 3
                && (word.hasPrefix(candidate.lowercased()) || candidate.lowercased().hasPrefix(word))
        }
        return alike.count == 1 ? alike.first : nil
    }

    /// Longer words are not typing errors, and the cost grows with the square of the length.
    private static let maxWordLength = 64

    /// Returns the number of insertions, deletions, replacements and transpositions of neighbours (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let a = Array(left), b = Array(right)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var older: [Int] = []
        var previous = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                var best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, older[j - 2] + 1) }
                row.append(best)
            }
            (older, previous) = (previous, row)
        }
        return previous[b.count]
    }
}
