import TextFolding

/// The use of marks in a text: the number of words with and without them, not counting the words of a match.
///
/// In proper Vietnamese two words in three have a mark. Who types without marks leaves out all of them, except for a word that a
/// keyboard has completed.
struct MarkUsage: Sendable {
    /// The number of words with marks, and of words that may be lacking theirs, that begin before each letter.
    private var marked: [Int32]
    private var unmarked: [Int32]

    /// The share of words with marks from which a writer uses them: one in four.
    private static let minShare: Int32 = 4

    init(of text: OffsetMappedText) {
        let letters = text.letters
        marked = [0]
        unmarked = [0]
        marked.reserveCapacity(letters.count + 1)
        unmarked.reserveCapacity(letters.count + 1)
        var start = 0
        while start < letters.count {
            var end = start + 1
            if letters[start].isWordCharacter {
                while end < letters.count, letters[end].gap == .none, letters[end].isWordCharacter { end += 1 }
            }
            let kind = Self.kind(letters[start..<end])
            marked.append(marked[start] + (kind == .marked ? 1 : 0))
            unmarked.append(unmarked[start] + (kind == .unmarked ? 1 : 0))
            for _ in (start + 1)..<max(end, start + 1) {
                marked.append(marked[marked.count - 1])
                unmarked.append(unmarked[unmarked.count - 1])
            }
            start = end
        }
    }

    /// Returns whether the writer leaves out marks, judged by the words that begin outside a range of letters.
    func omitsMarks(outside match: Range<Int>) -> Bool {
        func count(_ sums: [Int32]) -> Int32 {
            (sums.last ?? 0) - (sums[min(match.upperBound, sums.count - 1)] - sums[min(match.lowerBound, sums.count - 1)])
        }
        let marked = count(marked)
        return marked * Self.minShare < marked + count(unmarked) || marked == 0
    }

    private enum Kind {
        case marked, unmarked, other
    }

    private static func kind(_ word: ArraySlice<FoldedLetter>) -> Kind {
        VietnameseSyllable.isWord(word) ? word.hasMarks ? .marked : .unmarked : .other
    }
}
