import TextFolding

/// A text read from its end, and a text written upside down.
enum MirrorReading {
    private static let maxLength = 4096

    /// Returns the text from its end to its start. Marks stay with their letters.
    ///
    /// Words of Vietnamese count as written forwards: `tức` is not `cứt`.
    ///
    /// - Parameter words: The words that are worth a search; `nil` if all are.
    static func backwards(_ text: TextParts, where words: EntryWords?) -> [ReadScalar]? {
        guard text.scalars.count <= maxLength else { return nil }
        let hasWanted = text.parts.contains { isStrange($0) && mayBeEntry(text[$0], words) }
        guard hasWanted else { return nil }
        return reversed(
            text.parts.flatMap { part in
                text[part].map { ReadScalar($0.scalar, $0.range, isReread: isStrange(part)) }
            }[...])
    }

    private static func isStrange(_ part: TextParts.Part) -> Bool { part.isWord && part.range.count >= 3 && !part.isVietnamese }

    private static func mayBeEntry(_ word: ArraySlice<ReadScalar>, _ words: EntryWords?) -> Bool {
        guard let words else { return true }
        let hasMarks = word.contains { (0x300...0x36F).contains($0.scalar.value) }
        return hasMarks ? words.contain(reversed(word)) : words.contain(word.reversed() as ReversedCollection)
    }

    /// Returns the text turned around; `nil` if no letter of it is turned around.
    static func upsideDown(_ text: TextParts) -> [ReadScalar]? {
        guard text.scalars.count <= maxLength,
            text.scalars.contains(where: { isTurnedScript($0.scalar) && turned[$0.scalar] != nil })
        else { return nil }
        return reversed(
            text.scalars.map { part in
                ReadScalar(turned[part.scalar] ?? turnable[part.scalar] ?? part.scalar, part.range, isReread: true)
            }[...])
    }

    private static func reversed(_ scalars: ArraySlice<ReadScalar>) -> [ReadScalar] {
        var result: [ReadScalar] = []
        result.reserveCapacity(scalars.count)
        var end = scalars.endIndex
        while end > scalars.startIndex {
            var start = end - 1
            while start > scalars.startIndex, isMark(scalars[start].scalar) { start -= 1 }
            result += scalars[start..<end]
            end = start
        }
        return result
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.generalCategory == .nonspacingMark
    }

    /// Returns whether a scalar may be a turned letter. Those of Vietnamese are none.
    private static func isTurnedScript(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x131 else { return false }
        return scalar.value > 0x1EFF || scalar.value < 0x500 && scalar != "ơ" && scalar != "ư" && scalar != "ũ"
    }

    /// Letters that exist only to be turned around.
    private static let turned = map("ɐɔǝɟƃᵷɓɥᴉıɾʞןʅɯɹʇʌʍʎ∀ƆƎℲ⅁ſ˥Ԁꓘ⅄Λ┴ᴚ", "acefggghiijkllmrtvwyACEFGJLPKYVTR")
    /// Letters that turned around are others, in a text with letters that are.
    private static let turnable = map("bdnpquMWN69", "qpudbnWMN96")

    private static func map(_ from: String, _ to: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(zip(from.unicodeScalars, to.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }
}
