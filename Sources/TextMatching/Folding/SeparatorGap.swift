/// What stands between two letters once separators are dropped. Two words that happen to stand side by side have a loose gap
/// between them, and so may the letters of a word that somebody spreads.
enum SeparatorGap: Int, Comparable, Sendable {
    case none
    /// `f-r_e*e`: nobody parts two words like this.
    case tight
    /// `he'll`
    case apostrophe
    /// A space, or a sign that ends a sentence or a part of it.
    case loose

    init(_ separator: Unicode.Scalar) {
        switch separator {
        case "'", "’", "ʼ", "`", "´": self = .apostrophe
        case "-", "_", "*", "~", "|", "^", "=", "+", "#", "·", "•", "\\", "\"": self = .tight
        default: self = .loose
        }
    }

    static func < (left: SeparatorGap, right: SeparatorGap) -> Bool { left.rawValue < right.rawValue }
}
