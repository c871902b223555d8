/// The characters that replace others while a document is parsed. A file that contains one of them is rejected.
enum MaskCharacters {
    /// The replacement for `*`, so that the parser sees texts instead of aliases and never expands one; see `DocumentReader`.
    static let alias: Unicode.Scalar = "\u{10F8FF}"

    /// The replacements for the first character of duplicate keys, at which the parser would stop.
    static let keys = (0x10F000 as UInt32)...0x10F01F

    static func isMarker(_ scalar: Unicode.Scalar) -> Bool { scalar == alias || keys.contains(scalar.value) }
}
