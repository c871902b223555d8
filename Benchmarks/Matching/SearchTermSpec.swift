import PatternMatching
import TextFolding

/// The search terms of a row, such as `patterns:1000`.
struct SearchTermSpec: Hashable, CustomStringConvertible {
    enum Kind: String, CaseIterable { case words, spread, phrases, patterns, mixed }

    var kind: Kind
    var count: Int

    var description: String { "\(kind.rawValue):\(count)" }

    init(kind: Kind, count: Int) {
        self.kind = kind
        self.count = count
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let count = Int(parts[1]) else { return nil }
        self.init(kind: kind, count: count)
    }

    /// Returns the words, phrases and patterns, in order.
    func texts(seed: UInt64) -> [(kind: Kind, text: String)] {
        var wanted = SearchTerms(seed: seed)
        return (0..<count).map { index in
            switch (kind, index % 3) {
            case (.words, _), (.spread, _), (.mixed, 0): (kind == .spread ? .spread : .words, wanted.word())
            case (.phrases, _), (.mixed, 1): (.phrases, wanted.phrase())
            default: (.patterns, wanted.pattern())
            }
        }
    }

    func scanner(seed: UInt64) throws -> TextScanner {
        var builder = TextScanner.Builder()
        for (kind, text) in texts(seed: seed) {
            switch kind {
            case .patterns: _ = builder.add(try Pattern(text))
            case .phrases: _ = builder.add(Needle(text))
            case .spread: _ = builder.add(Needle(text, folds: FoldSet(Fold.allCases), fit: .word))
            default: _ = builder.add(Needle(text, fit: .word))
            }
        }
        return builder.build()
    }
}
