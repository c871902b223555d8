import TextFolding

/// A word in which letters are replaced by those that they sound or look like: `fvck`, `cặk`, `đjt`, `phuck`, `azzhole`.
///
/// Each letter is replaced only where no word of Vietnamese or English has it, because `cv`, `ok` and `via` are words.
enum SoundReading {
    /// - Parameter word: A word that is none of Vietnamese.
    static func read(_ word: ArraySlice<ReadScalar>) -> [ReadScalar]? {
        guard word.count >= 3 || word.contains(where: { !$0.scalar.isASCII }) else { return nil }
        let letters = word.map { ScalarFolding.bareLowercase($0.scalar) }
        guard letters.contains(where: { replaceable.contains($0) }) else {
            return nil
        }
        var result: [ReadScalar] = []
        var isReread = false
        var index = 0
        while index < letters.count {
            let scalar = word[word.startIndex + index]
            let before = index > 0 ? letters[index - 1] : " "
            let after = index + 1 < letters.count ? letters[index + 1] : " "
            var length = 1
            let other: Unicode.Scalar? =
                switch letters[index] {
                // Between consonants, where neither language has a `v`; and two of them are a `w`.
                case "v" where after == "v":
                    "w"
                case "v" where index > 0 && !isVowel(before) && !isVowel(after):
                    "u"
                case "u" where index == 0 && isVowel(after):
                    "v"
                case "k" where after != "h" && before != "c" && !(index == 0 && "eiyênl".unicodeScalars.contains(after)):
                    "c"
                case "q" where after != "u": "c"
                case "z": "s"
                case "j" where index > 0 && !isVowel(before): "i"
                case "p" where after == "h" && index == 0: "f"
                default: nil
                }
            if let other {
                if letters[index] == "p" || other == "w" { length = 2 }
                let end = word[word.startIndex + index + length - 1].range.upperBound
                result.append(ReadScalar(other, scalar.range.lowerBound..<end, isReread: true))
                isReread = true
            } else {
                result.append(scalar)
            }
            index += length
        }
        return isReread ? result : nil
    }

    private static let replaceable: Set<Unicode.Scalar> = ["v", "u", "k", "q", "z", "j", "p"]

    private static func isVowel(_ letter: Unicode.Scalar) -> Bool { "aeiouy".unicodeScalars.contains(letter) }
}
