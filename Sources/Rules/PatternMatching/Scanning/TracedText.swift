import TextFolding

/// A text during a scan, with what is computed only when a candidate is found: most texts contain none.
final class TracedText {
    private let text: String
    private let folding: Folding?
    private var known: OffsetMappedText?
    private var allowed: [AllowedPhrases: [Range<Int>]] = [:]

    init(_ text: String, _ folding: Folding) {
        self.text = text
        self.folding = folding
    }

    /// - Parameter reading: Another reading of the text, folded.
    init(_ text: String, _ reading: OffsetMappedText) {
        self.text = text
        folding = nil
        known = reading
    }

    /// The folded text with its original letters.
    var folded: OffsetMappedText {
        if let known { return known }
        let made = (folding ?? Folding([])).traced(text)
        known = made
        return made
    }

    private(set) lazy var usage = MarkUsage(of: folded)

    /// Returns whether a range of the original is part of an allowed phrase.
    func allows(_ range: Range<Int>, by phrases: AllowedPhrases?) -> Bool {
        guard let phrases else { return false }
        let ranges = allowed[phrases] ?? phrases.ranges(in: text)
        allowed[phrases] = ranges
        return ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }
}
