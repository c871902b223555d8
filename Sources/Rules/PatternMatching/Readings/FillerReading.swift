import TextFolding

/// A text without the fillers between two words of an entry: `địt con mẹ`, `óc con chó`.
///
/// A filler is one of few words that strengthen an insult without changing it. Any short word would also join the words of
/// `đồ ăn chó`.
enum FillerReading {
    /// Returns the text without fillers; `nil` if there are none.
    ///
    /// - Parameter words: The words of the entries, two of which a filler must separate.
    static func read(_ text: TextParts, _ words: EntryWords) -> [ReadScalar]? {
        let parts = text.parts
        var fillers: [Int] = []
        var index = parts.first?.isWord == true ? 2 : 3
        while index + 2 < parts.count {
            let (before, filler, after) = (text[parts[index - 2]], text[parts[index]], text[parts[index + 2]])
            if isFiller(filler.lazy.map(\.scalar)), isSpace(text[parts[index - 1]]), isSpace(text[parts[index + 1]]),
                words.contain(before, before: after),
                // A writer of marks has not left out those of `con cho` in `con cái cho em`.
                !hasMarks(filler) || hasMarks(before) || hasMarks(after)
            {
                fillers.append(index)
                // The next word stays, even if it is a filler as well.
                index += 2
            }
            index += 2
        }
        guard !fillers.isEmpty else { return nil }
        var result: [ReadScalar] = []
        var start = 0
        for filler in fillers {
            let next = parts[filler + 2].range
            result += text.scalars[start..<parts[filler].range.lowerBound]
            // The word behind a filler is where the reading differs from the text.
            result += text.scalars[next].map { ReadScalar($0.scalar, $0.range, isReread: true) }
            start = next.upperBound
        }
        return result + text.scalars[start...]
    }

    /// Returns whether a word, with or without its marks, is a filler.
    static func isFiller(_ word: some Sequence<Unicode.Scalar>) -> Bool {
        var packed: UInt64 = 0
        for scalar in word {
            let letter = ScalarFolding.bareLowercase(scalar)
            guard ("a"..."z").contains(letter) else {
                guard (0x300...0x36F).contains(letter.value) else { return false }
                continue
            }
            guard packed < 1 << 40 else { return false }
            packed = packed << 8 | UInt64(letter.value)
        }
        return fillers.contains(packed)
    }

    private static func hasMarks(_ word: ArraySlice<ReadScalar>) -> Bool {
        word.contains { (0x300...0x36F).contains($0.scalar.value) || !CombiningMarks(of: $0.scalar).isEmpty }
    }

    /// Returns whether words beside a gap are of one phrase: a sentence or line does not end there.
    private static func isSpace(_ gap: ArraySlice<ReadScalar>) -> Bool {
        gap.allSatisfy { part in
            switch part.scalar {
            case ".", ",", "!", "?", ";", ":", "…", "\n", "\r", "/": false
            default: true
            }
        }
    }

    /// Classifiers, relatives and pronouns of Vietnamese, and determiners of English.
    private static let fillers = UInt64Set(
        Set(
            ["ba", "bo", "ca", "cai", "cha", "con", "cu", "lu", "me", "no", "ong", "thang", "to", "a", "my", "the", "ur", "your"]
                .map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } }))
}
