/// Characters that stand in for others while a document is parsed. A file that contains one of them is refused.
enum MaskCharacters {
    /// Stands for `*`, so that the parser sees texts instead of aliases and never expands one; see `DocumentReader`.
    static let alias: Unicode.Scalar = "\u{10F8FF}"

    /// Stand for the first character of keys that appear again in their map, which the parser would stop at.
    static let keys = (0x10F000 as UInt32)...0x10F01F

    static func isMarker(_ scalar: Unicode.Scalar) -> Bool { scalar == alias || keys.contains(scalar.value) }
}
