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
    /// Spaces, punctuation and markup are removed: `f.r e-e` and `fr||ee||` match `free`.
    case spacing
    /// Letters that sound or look alike in a word: `fvck` matches `fuck`, and `cặk` matches `cặc`.
    case sound
    /// Vietnamese as typed on a keyboard without its input method, Telex or VNI: `ocs chos` and `oc1 cho1` match `óc chó`.
    case keyboard
    /// Words written backwards or upside down: `kcuf` and `ʞɔnɟ` match `fuck`.
    case mirror
    /// Letters hidden behind `*` and similar symbols: `f*ck` matches `fuck`.
    case masks
    /// One mistake in a word of five letters or more: `asshloe` matches `asshole`.
    case typos
    /// A filler between the words of a phrase: `địt con mẹ` matches `địt mẹ`.
    case fillers
}

package struct FoldSet: OptionSet, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package init(_ folds: some Sequence<Fold>) {
        self.init(rawValue: folds.reduce(0) { $0 | FoldSet.bit($1) })
    }

    /// The default folds: differences that readers do not notice.
    package static let plain = FoldSet([.case, .marks, .zeroWidth])

    /// The folds whose differences are no disguise.
    package static let unnoticed = FoldSet([.case, .marks])

    /// The folds that patterns support. The others change digits or the number of letters.
    package static let forPatterns = FoldSet([.case, .marks, .zeroWidth, .confusable])

    package func has(_ fold: Fold) -> Bool { rawValue & FoldSet.bit(fold) != 0 }

    package var description: String {
        isEmpty ? "none" : Fold.allCases.filter(has).map(\.rawValue).joined(separator: ", ")
    }

    private static func bit(_ fold: Fold) -> UInt16 {
        switch fold {
        case .case: 1
        case .marks: 2
        case .zeroWidth: 4
        case .confusable: 8
        case .leet: 16
        case .repeat: 32
        case .spacing: 64
        case .sound: 128
        case .keyboard: 256
        case .mirror: 512
        case .masks: 1024
        case .typos: 2048
        case .fillers: 4096
        }
    }
}
