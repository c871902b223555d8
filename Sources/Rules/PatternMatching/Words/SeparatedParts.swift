import TextFolding

/// The parts into which separators divide a match, to decide whether they form one word.
///
/// `f r e e` and `fr ee` are one spread word; `đi em` consists of two words that happen to form another, and `he'll` is not a
/// spread word either.
struct SeparatedParts {
    private struct Part {
        var length = 0
        var hasVowel = false
        /// The gap before the part; `nil` if the needle itself begins a word here.
        var gap: SeparatorGap?
    }

    private var parts: [Part] = []
    private var isAfterApostrophe = false
    private(set) var folds: FoldSet = []

    mutating func add(_ letters: ArraySlice<FoldedLetter>, isFirst: Bool, isNewWord: Bool) {
        for (index, letter) in letters.enumerated() {
            if isFirst, index == 0 {
                isAfterApostrophe = letter.gap == .apostrophe
                parts.append(Part(gap: nil))
            } else {
                if isNewWord != (letter.gap != .none), index == 0 || letter.gap != .none { folds.formUnion(FoldSet([.spacing])) }
                if letter.isHidden { folds.formUnion(FoldSet([.zeroWidth])) }
                if isNewWord, index == 0 {
                    parts.append(Part(gap: nil))
                } else if letter.gap != .none {
                    parts.append(Part(gap: letter.gap))
                }
            }
            guard !parts.isEmpty else { continue }
            parts[parts.count - 1].length += 1
            if letter.isVowel { parts[parts.count - 1].hasVowel = true }
        }
    }

    var areOneWord: Bool {
        var isSpread = false
        for (before, part) in zip(parts, parts.dropFirst()) {
            guard let gap = part.gap else { continue }
            isSpread = true
            let areSingle = before.length == 1 && part.length == 1
            switch gap {
            case .none, .tight: continue
            case .apostrophe: guard areSingle else { return false }
            // Every word of Vietnamese and English contains a vowel.
            case .loose: guard areSingle || !before.hasVowel || !part.hasVowel else { return false }
            }
        }
        // In `it's hit`, no word begins with the `s`.
        return !(isSpread && isAfterApostrophe)
    }
}
