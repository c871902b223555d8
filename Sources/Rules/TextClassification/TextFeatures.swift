import TextFolding

/// The features of a text that a classifier weighs: words, pairs of words, sequences of letters, and two properties of the whole
/// text. A feature is a hash, so that a classifier keeps no text.
///
/// Case, invisible characters and letters of other scripts that look alike make no difference. A word counts as written and
/// without its marks. Digits are all the same, so that no number of a phone or an account becomes a feature.
struct TextFeatures {
    /// A feature as it occurs in a text.
    struct Feature {
        /// The index among the weights of a classifier.
        var index: Int
        /// The words over which it extends, by position; empty for a property of the whole text.
        var words: Range<Int>
    }

    private static let bits = 18
    /// The number of different features.
    static let count = 1 << bits
    /// The scalars that are read of a text, so that a flood costs no more than a long message.
    static let maxScalars = 2000

    /// The features of a text of about twenty letters. A shorter one counts as if it had as many, of which most tell nothing.
    private static let minFeatures = 64

    private static let gramLengths = 3...5
    private static let maxRun = 3  // Letters: `soooo` and `sooooooo` are the same.
    private static let digit: UInt32 = 0x30
    private static let space: UInt32 = 0x20
    private static let marked = Folding(FoldSet([.case, .zeroWidth, .confusable]))
    private static let bare = Folding(FoldSet([.case, .marks, .zeroWidth, .confusable]))

    /// The kinds of features, each with the start value of its hashes.
    private enum Seed {
        static let word: UInt64 = 0x9E37_79B9_7F4A_7C15
        static let pair: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        static let gram: UInt64 = 0x1656_67B1_9E37_79F9
        static let number: UInt64 = 0x27D4_EB2F_1656_67C5
        static let capitals: UInt64 = 0x85EB_CA77_C2B2_AE63
        static let length: UInt64 = 0xFF51_AFD7_ED55_8CCD
    }

    /// The folded text.
    private var scalars: [Unicode.Scalar] = []
    /// The words of the folded text. A symbol, such as an emoji, is a word of its own.
    private var words: [Range<Int>] = []
    /// The letters of the sequences.
    private var letters: [UInt32] = []
    /// The position of the word to which each letter belongs.
    private var owners: [Int] = []
    /// Five times the share of capital letters; `nil` for a text with few letters.
    private var capitals: UInt32?

    init(_ text: String) {
        readCapitals(of: text)
        let folded = Self.marked(text.unicodeScalars.count > Self.maxScalars ? Self.beginning(of: text) : text)
        scalars.reserveCapacity(folded.count)
        letters.reserveCapacity(folded.count + 2)
        owners.reserveCapacity(folded.count + 2)
        append(Self.space, of: 0)
        var start: Int?
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            let position = scalars.count
            scalars.append(scalar)
            let isSpace = Self.isSpace(scalar)
            if FoldedLetter.isOfWord(scalar) {
                if start == nil {
                    start = position
                    words.append(position..<position)
                }
                words[words.count - 1] = (start ?? position)..<position + 1
            } else {
                start = nil
                if !scalar.isASCII, !isSpace { words.append(position..<position + 1) }
            }
            let letter =
                isSpace
                ? Self.space : scalar.isASCII ? Self.letter(scalar) : Self.bare.folded(scalar).map { Self.letter($0.scalar) }
            if let letter { append(letter, of: max(0, words.count - 1)) }
        }
        append(Self.space, of: max(0, words.count - 1))
    }

    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxScalars)))
    }

    /// Returns the divisor of the weights of a text with a number of features, so that long texts are not judged more surely.
    static func size(of count: Int) -> Double { Double(max(count, minFeatures)).squareRoot() }

    /// The words of the text, folded.
    var wordTexts: [String] { words.map { String(String.UnicodeScalarView(scalars[$0])) } }

    /// A Boolean value that indicates whether the text has no character that counts.
    var isEmpty: Bool { letters.allSatisfy { $0 == Self.space } }

    /// Calls a closure with each feature, which may occur repeatedly.
    func forEach(_ body: (Feature) -> Void) {
        addWords(body)
        addGrams(body)
        if let capitals { body(Self.feature(Self.step(Seed.capitals, capitals), 0..<0)) }
        let magnitude = letters.count.bitWidth - letters.count.leadingZeroBitCount
        body(Self.feature(Self.step(Seed.length, UInt32(magnitude)), 0..<0))
    }

    /// The indices of the features, each once, in the order of their first occurrences.
    var indices: [UInt32] {
        var seen = FeatureSet()
        var indices: [UInt32] = []
        indices.reserveCapacity(letters.count * 3 + words.count * 3 + 2)
        forEach { if seen.insert($0.index) { indices.append(UInt32($0.index)) } }
        return indices
    }

    private mutating func readCapitals(of text: String) {
        var (upper, cased) = (0, 0)
        for scalar in text.unicodeScalars.prefix(Self.maxScalars) {
            switch scalar {
            case "a"..."z": cased += 1
            case "A"..."Z": (upper, cased) = (upper + 1, cased + 1)
            case _ where scalar.isASCII: break
            case _ where scalar.properties.isUppercase: (upper, cased) = (upper + 1, cased + 1)
            case _ where scalar.properties.isLowercase: cased += 1
            default: break
            }
        }
        if cased >= 8 { capitals = UInt32(upper * 5 / cased) }
    }

    /// Appends a letter, unless it only prolongs a run.
    private mutating func append(_ letter: UInt32, of owner: Int) {
        let longest = letter == Self.space ? 1 : Self.maxRun
        if letters.count >= longest, letters[(letters.count - longest)...].allSatisfy({ $0 == letter }) { return }
        letters.append(letter)
        owners.append(owner)
    }

    private func addWords(_ body: (Feature) -> Void) {
        var previous: UInt64?
        for (position, word) in words.enumerated() {
            var hash = scalars[word].allSatisfy(Self.isDigit) ? Seed.number : Seed.word
            var bareHash = hash
            var hasMarks = false
            for scalar in scalars[word] {
                let letter = Self.letter(scalar)
                hash = Self.step(hash, letter)
                if scalar.isASCII {
                    bareHash = Self.step(bareHash, letter)
                } else if let bare = Self.bare.folded(scalar)?.scalar {
                    hasMarks = hasMarks || bare != scalar
                    bareHash = Self.step(bareHash, bare.value)
                }
            }
            body(Self.feature(hash, position..<position + 1))
            if hasMarks { body(Self.feature(bareHash, position..<position + 1)) }
            if let previous {
                body(Self.feature(Self.step(previous ^ Seed.pair, UInt32(bareHash >> 32)), position - 1..<position + 1))
            }
            previous = bareHash
        }
    }

    private func addGrams(_ body: (Feature) -> Void) {
        for start in letters.indices {
            var hash = Seed.gram
            for end in start..<min(letters.count, start + Self.gramLengths.upperBound) {
                hash = Self.step(hash, letters[end])
                if end - start + 1 >= Self.gramLengths.lowerBound { body(Self.feature(hash, owners[start]..<owners[end] + 1)) }
            }
        }
    }

    private static func feature(_ hash: UInt64, _ words: Range<Int>) -> Feature {
        let mixed = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return Feature(index: Int(mixed >> UInt64(64 - bits)), words: words)
    }

    private static func step(_ hash: UInt64, _ value: UInt32) -> UInt64 {
        (hash ^ UInt64(value)) &* 0x0000_0100_0000_01B3 ^ (hash >> 47)
    }

    private static func letter(_ scalar: Unicode.Scalar) -> UInt32 { isDigit(scalar) ? digit : scalar.value }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }
}
