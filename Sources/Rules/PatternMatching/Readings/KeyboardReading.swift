import TextFolding

/// A word as an input method for Vietnamese would have written it: `ddijt` (Telex) and `d9it5` (VNI) are `địt`.
struct KeyboardReading {
    /// The word that is being read. It keeps its memory for the next one.
    private var typing = Typing()

    /// Returns the word with its marks; `nil` if it contains no keys for marks, or if they do not result in a syllable.
    mutating func read(_ word: ArraySlice<ReadScalar>) -> [ReadScalar]? {
        guard (2...10).contains(word.count), word.allSatisfy({ $0.scalar.isASCII && $0.scalar != "_" }) else { return nil }
        guard Self.mayHoldKeys(word) else { return nil }
        let hasDigits = word.contains { ("0"..."9").contains($0.scalar) }
        typing.letters.removeAll(keepingCapacity: true)
        for key in word {
            let letter = Self.lowercase(key.scalar)
            let isTaken = hasDigits ? typing.takeDigit(letter, key) : typing.takeLetter(letter, key)
            guard isTaken else { return nil }
        }
        guard typing.hasMarks, typing.isSpelled else { return nil }
        return typing.letters.map { letter in
            ReadScalar(VietnameseSyllable.composed(letter.base, letter.marks) ?? letter.base, letter.range, isReread: true)
        }
    }

    /// Returns whether a word contains keys for marks behind its first letter. Most words are rejected here.
    private static func mayHoldKeys(_ word: ArraySlice<ReadScalar>) -> Bool {
        var last: Unicode.Scalar = " "
        for key in word {
            let letter = lowercase(key.scalar)
            defer { last = letter }
            switch letter {
            case "1"..."9", "s", "f", "r", "x", "j", "w": if last != " " { return true }
            case "a", "e", "o", "d": if last == letter { return true }
            default: break
            }
        }
        // The second vowel of a circumflex may follow the last consonant.
        return word.count >= 4 && word.suffix(1).allSatisfy { ["a", "e", "o"].contains(lowercase($0.scalar)) }
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
    }

    /// The letters that the keys so far result in.
    private struct Typing {
        struct TypedScalar {
            var base: Unicode.Scalar
            // By number, because `[]` of a set of another module builds an array.
            var marks = CombiningMarks(rawValue: 0)
            var range: Range<Int>
        }

        var letters: [TypedScalar] = []
        var hasMarks: Bool { letters.contains { !$0.marks.isEmpty } }

        var isSpelled: Bool {
            var check = VietnameseSyllable.SpellingCheck()
            for letter in letters { guard check.append(letter.base, letter.marks) else { return false } }
            return check.isSyllable
        }

        private static func tone(of key: Unicode.Scalar) -> CombiningMarks? {
            switch key {
            case "s", "1": .acute
            case "f", "2": .grave
            case "r", "3": .hook
            case "x", "4": .tilde
            case "j", "5": .dot
            default: nil
            }
        }

        /// Takes a key of Telex. Returns whether it has a meaning where it stands.
        mutating func takeLetter(_ key: Unicode.Scalar, _ source: ReadScalar) -> Bool {
            let last = letters.last { !isConsonant($0.base) }
            switch key {
            case "a", "e", "o":
                // The second of two equal vowels, also behind the consonant at the end: `daan`, `dana`.
                if let last, last.base == key, last.marks.shapes.isEmpty, addShape(.circumflex, to: [key], source) { return true }
            case "w":
                return addShape(.horn, to: ["u", "o"], source) || addShape(.breve, to: ["a"], source)
            case "d":
                if letters.first?.base == "d", letters[0].marks.isEmpty {
                    guard letters.count == 1 else { return false }
                    return mark(0, .stroke, source)
                }
            case "s", "f", "r", "x", "j":
                if last != nil { return addTone(key, source) }
            default: break
            }
            letters.append(TypedScalar(base: key, range: source.range))
            return true
        }

        /// Takes a key of VNI.
        mutating func takeDigit(_ key: Unicode.Scalar, _ source: ReadScalar) -> Bool {
            switch key {
            case "0": return false
            case "1"..."5": return addTone(key, source)
            case "6": return addShape(.circumflex, to: ["a", "e", "o"], source)
            case "7": return addShape(.horn, to: ["u", "o"], source)
            case "8": return addShape(.breve, to: ["a"], source)
            case "9": return letters.first?.base == "d" && letters[0].marks.isEmpty && mark(0, .stroke, source)
            default:
                letters.append(TypedScalar(base: key, range: source.range))
                return true
            }
        }

        private mutating func addTone(_ key: Unicode.Scalar, _ source: ReadScalar) -> Bool {
            guard let tone = Self.tone(of: key), !letters.contains(where: { !$0.marks.tones.isEmpty }),
                let index = letters.lastIndex(where: \.marks.haveVowelShape)
                    ?? letters.lastIndex(where: { !isConsonant($0.base) })
            else { return false }
            return mark(index, tone, source)
        }

        private mutating func addShape(
            _ shape: CombiningMarks, to bases: [Unicode.Scalar], _ source: ReadScalar
        ) -> Bool {
            guard let index = letters.lastIndex(where: { bases.contains($0.base) && $0.marks.shapes.isEmpty }) else {
                return false
            }
            // One key gives both letters of `ươ` their horns.
            if shape == .horn, index > 0, letters[index].base == "o", letters[index - 1].base == "u",
                letters[index - 1].marks.shapes.isEmpty
            {
                letters[index - 1].marks.formUnion(.horn)
            }
            return mark(index, shape, source)
        }

        private mutating func mark(_ index: Int, _ marks: CombiningMarks, _ source: ReadScalar) -> Bool {
            letters[index].marks.formUnion(marks)
            // The key belongs to the letter before it in the text.
            let end = letters.count - 1
            letters[end].range = letters[end].range.lowerBound..<source.range.upperBound
            return true
        }

        private func isConsonant(_ base: Unicode.Scalar) -> Bool {
            switch base {
            case "a", "e", "i", "o", "u", "y": false
            default: true
            }
        }
    }
}
