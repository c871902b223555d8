import TextFolding

/// A text read from its end, and a text written upside down.
enum MirrorReading {
    private static let maxLength = 4096

    /// Returns the text from its end to its start. Marks stay with their letters.
    ///
    /// Words of Vietnamese count as written forwards: `tức` is not `cứt`.
    ///
    /// - Parameter isWanted: Returns whether a word is worth a search.
    static func backwards(_ text: TextParts, where isWanted: ([ReadScalar]) -> Bool) -> [ReadScalar]? {
        guard text.scalars.count <= maxLength else { return nil }
        var strange: Set<Int> = []
        var hasWanted = false
        for (index, part) in text.parts.enumerated() where part.isWord && part.scalars.count >= 3 && !part.isVietnamese {
            strange.insert(index)
            if !hasWanted { hasWanted = isWanted(reversed(part.scalars)) }
        }
        guard hasWanted else { return nil }
        return reversed(
            text.parts.enumerated().flatMap { index, part in
                part.scalars.map { ReadScalar($0.scalar, $0.range, isReread: strange.contains(index)) }
            }[...])
    }

    /// Returns the text turned around; `nil` if no letter of it is turned around.
    static func upsideDown(_ text: TextParts) -> [ReadScalar]? {
        guard text.text.utf8.contains(where: { $0 >= 0xC4 }) else { return nil }
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

    /// Returns whether a scalar is in a block that contains turned letters. Those of Vietnamese are in others.
    private static func isTurnedScript(_ scalar: Unicode.Scalar) -> Bool {
        (0x131...0x3FF).contains(scalar.value) || scalar.value > 0x1EFF
    }

    /// Letters that exist only to be turned around.
    private static let turned = map("ɐɔǝɟƃᵷɓɥᴉıɾʞןʅɯɹʇʌʍʎ∀ƆƎℲ⅁ſ˥Ԁꓘ⅄Λ┴ᴚ", "acefggghiijkllmrtvwyACEFGJLPKYVTR")
    /// Letters that turned around are others, in a text with letters that are.
    private static let turnable = map("bdnpquMWN69", "qpudbnWMN96")

    private static func map(_ from: String, _ to: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(zip(from.unicodeScalars, to.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }
}
