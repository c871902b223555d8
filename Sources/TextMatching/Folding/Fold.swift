/// One way in which two texts may differ and still count as the same.
package enum Fold: String, Hashable, Sendable, CaseIterable {
    /// `A` is `a`.
    case `case`
    /// `ệ` is `e`, and `đ` is `d`.
    case marks
    /// Characters that show nothing are not there.
    case zeroWidth = "zero_width"
    /// Fullwidth letters, and those of Cyrillic and Greek that look like Latin ones, are Latin ones; every space is a space.
    case confusable
    /// `0` is `o`, `@` is `a`.
    case leet
    /// `heeello` is `helo`.
    case `repeat`
    /// Spaces and punctuation are not there: `f.r e-e` is `free`.
    case spacing
}

package struct FoldSet: OptionSet, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ folds: some Sequence<Fold>) {
        self.init(rawValue: folds.reduce(0) { $0 | FoldSet.bit($1) })
    }

    /// What people who read a text do not tell apart.
    package static let plain = FoldSet([.case, .marks, .zeroWidth])

    /// Those that leave a text one that a pattern can be written for; the others change digits, or how many letters there are.
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
