import MezonModel

/// Leads from a folded text back to its original.
struct Tracer {
    private let text: String
    private let folded: FoldedText
    private let trimmed: Range<Int>
    private let boundary: WordBoundary
    private let folds: FoldSet

    init(_ text: String, _ folding: Folding) {
        self.text = text
        folded = folding(text, tracing: true)
        trimmed = folded.trimmed
        boundary = WordBoundary(text, folds: folding.folds)
        folds = folding.folds
    }

    func fits(_ bytes: Range<Int>, _ fit: Needle.Fit) -> Bool {
        switch fit {
        case .anywhere: true
        case .word: boundary.surrounds(folded.origin(of: bytes))
        case .start: bytes.lowerBound == trimmed.lowerBound
        case .end: bytes.upperBound == trimmed.upperBound
        case .whole: bytes == trimmed
        }
    }

    func match(_ bytes: Range<Int>) -> TextMatch? {
        let range = folded.origin(of: bytes)
        let units = Array(text.utf16)
        guard range.start >= 0, range.start <= range.end, range.end <= units.count else { return nil }
        return TextMatch(
            range: range, text: String(decoding: units[range.start..<range.end], as: UTF16.self), folds: folds)
    }
}
