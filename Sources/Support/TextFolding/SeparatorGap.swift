/// The separators removed between two letters. Both adjacent words and the letters of a spread word may have a loose gap.
package enum SeparatorGap: Int, Comparable, Sendable {
    case none
    /// `f-r_e*e`: symbols that do not separate words.
    case tight
    /// An apostrophe, as in `he'll`.
    case apostrophe
    /// A space, or punctuation of a sentence.
    case loose

    init(_ separator: Unicode.Scalar) {
        switch separator {
        case "'", "’", "ʼ", "`", "´": self = .apostrophe
        case "-", "_", "*", "~", "|", "^", "=", "+", "#", "·", "•", "\\", "\"": self = .tight
        default: self = .loose
        }
    }

    package static func < (left: SeparatorGap, right: SeparatorGap) -> Bool { left.rawValue < right.rawValue }
}
