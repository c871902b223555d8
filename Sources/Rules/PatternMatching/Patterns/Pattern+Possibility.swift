import TextFolding

extension Pattern {
    /// The part of a pattern because of which no text matches.
    package enum Obstacle: Hashable, Sendable {
        case startOfText, endOfText, wordBoundary
        /// A set of characters of which none occurs: folding removes or replaces them, or there is none.
        case characters
    }

    /// The obstacle because of which the pattern matches no text; `nil` if it can match, or if that is not known.
    package var obstacle: Obstacle? {
        // Nothing else can make a pattern impossible.
        guard source.contains(where: { "^$\\".contains($0) }),
            let tree = PatternTreeParser.tree(of: translated.text, isCaseSensitive: !folds.has(.case))
        else { return nil }
        guard !PatternReach.canMatch(tree, occurs: occurs) else { return nil }
        let candidates: [(Obstacle, Set<PatternTree.Assertion>)] = [
            (.startOfText, [.startOfText, .startOfLine]), (.endOfText, [.endOfText, .endOfLine]),
            (.wordBoundary, [.wordBoundary, .noWordBoundary]),
        ]
        return candidates.first { PatternReach.canMatch(tree.without($0.1), occurs: occurs) }?.0 ?? .characters
    }

    /// A text that the pattern matches; `nil` if none is known.
    package var example: String? {
        guard let tree = PatternTreeParser.tree(of: translated.text, isCaseSensitive: !folds.has(.case)),
            let text = PatternExample(occurs: occurs).text(of: tree)
        else { return nil }
        return find(in: Array(text.utf8)) == nil ? nil : text
    }

    /// Returns whether a character of a set remains in a folded text.
    private func occurs(_ set: PatternTree.CharacterSet) -> Bool {
        let folds = folds.subtracting(FoldSet([.case]))
        return set.ranges.contains { range in
            // A long range always has one.
            range.count > 512
                || range.contains { value in
                    guard let scalar = Unicode.Scalar(value) else { return false }
                    return ScalarFolding.folded(scalar, by: folds)?.scalar == scalar
                }
        }
    }
}
