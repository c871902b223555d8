import TextFolding

/// A word in which letters are replaced by those that they sound or look like: `fvck`, `cặk`, `đjt`, `phuck`, `azzhole`.
///
/// Each letter is replaced only where no word of Vietnamese or English has it, because `cv`, `ok` and `via` are words.
enum SoundReading {
    /// - Parameter word: A word that is none of Vietnamese.
    static func read(_ word: ArraySlice<ReadScalar>) -> [ReadScalar]? {
        guard word.count >= 3 || word.contains(where: { !$0.scalar.isASCII }) else { return nil }
        guard word.indices.contains(where: { replacement(at: $0, in: word) != nil }) else { return nil }
        var result: [ReadScalar] = []
        var index = word.startIndex
        while index < word.endIndex {
            guard let other = replacement(at: index, in: word) else {
                result.append(word[index])
                index += 1
                continue
            }
            let last = min(index + (other == "w" || other == "f" ? 1 : 0), word.endIndex - 1)
            result.append(ReadScalar(other, word[index].range.lowerBound..<word[last].range.upperBound, isReread: true))
            index = last + 1
        }
        return result
    }

    /// Returns what a letter is read as; `nil` if it is read as itself.
    private static func replacement(at index: Int, in word: ArraySlice<ReadScalar>) -> Unicode.Scalar? {
        func letter(_ index: Int) -> Unicode.Scalar {
            word.indices.contains(index) ? ScalarFolding.bareLowercase(word[index].scalar) : " "
        }
        let isFirst = index == word.startIndex
        switch letter(index) {
        // Between consonants, where neither language has a `v`; and two of them are a `w`.
        case "v":
            let after = letter(index + 1)
            if after == "v" { return "w" }
            return !isFirst && !isVowel(letter(index - 1)) && !isVowel(after) ? "u" : nil
        case "u": return isFirst && isVowel(letter(index + 1)) ? "v" : nil
        case "k":
            let after = letter(index + 1)
            guard after != "h", letter(index - 1) != "c" else { return nil }
            return isFirst && "eiyênl".unicodeScalars.contains(after) ? nil : "c"
        case "q": return letter(index + 1) != "u" ? "c" : nil
        case "z": return "s"
        case "j": return !isFirst && !isVowel(letter(index - 1)) ? "i" : nil
        case "p": return isFirst && letter(index + 1) == "h" ? "f" : nil
        default: return nil
        }
    }

    private static func isVowel(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "a", "e", "i", "o", "u", "y": true
        default: false
        }
    }
}
