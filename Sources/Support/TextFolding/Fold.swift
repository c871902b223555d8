/// A difference between two texts that matching ignores.
package enum Fold: String, Hashable, Sendable, CaseIterable {
    /// `A` matches `a`.
    case `case`
    /// `ệ` matches `e`, and `đ` matches `d`.
    case marks
    /// Invisible characters are removed.
    case zeroWidth = "zero_width"
    /// Fullwidth letters, and Cyrillic and Greek letters that look like Latin ones, match the Latin ones; all spaces are equal.
    case confusable
    /// `0` matches `o`, `@` matches `a`.
    case leet
    /// `heeello` matches `helo`.
    case `repeat`
    /// Spaces and punctuation are removed: `f.r e-e` matches `free`.
    case spacing
}

package struct FoldSet: OptionSet, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ folds: some Sequence<Fold>) {
        self.init(rawValue: folds.reduce(0) { $0 | FoldSet.bit($1) })
    }

    /// The default folds: differences that readers do not notice.
    package static let plain = FoldSet([.case, .marks, .zeroWidth])

    /// The folds that patterns support. The others change digits or the number of letters.
    package static let forPatterns = FoldSet([.case, .marks, .zeroWidth, .confusable])

    package func has(_ fold: Fold) -> Bool { rawValue & FoldSet.bit(fold) != 0 }

    package var description: String {
        isEmpty ? "none" : Fold.allCases.filter(has).map(\.rawValue).joined(separator: ", ")
    }

    private static func bit(_ fold: Fold) -> UInt8 {
        switch fold {
        case .case: 1
        case .marks: 2
        case .zeroWidth: 4
        case .confusable: 8
        case .leet: 16
        case .repeat: 32
        case .spacing: 64
        }
    }
}
