import PatternMatching

/// A text that meets the requirements of a cube, as far as they are known.
struct ExampleEventText {
    private let cube: Cube
    private let selectors: [TextSelector]

    private static let maxLength = 4000  // Characters.

    init(_ cube: Cube, in selectors: [TextSelector]) {
        self.cube = cube
        self.selectors = selectors
    }

    /// The text; `nil` if none is known.
    var text: String? {
        guard let found else { return nil }
        guard var text = found.isWhole ? found.parts.first : found.parts.joined(separator: " ") else { return "" }
        if !found.isWhole { text = extended(text) }
        if selectors.contains(where: { $0.source == .text }), let share = cube.numbers(.capitalShare) {
            text = share.contains(1) ? text.uppercased() : share.contains(0) ? text.lowercased() : text
        }
        return text
    }

    private typealias Parts = (parts: [String], isWhole: Bool)

    /// The texts that must be found, in the order in which they may be.
    private var found: Parts? {
        guard let sets = cube.texts(.texts(selectors)) else { return (["hello"], false) }
        var (first, middle, last): ([String], [String], [String]) = ([], [], [])
        for group in sets.required {
            let candidates = group.terms.isEmpty ? group.example.map { [$0] } ?? [] : group.terms
            guard let term = candidates.first(where: { term in !sets.excluded.contains { $0.isImplied(by: term) } }),
                let text = term.example
            else { return nil }
            switch term.fit {
            case .whole: return ([text], true)
            case .start: first.append(text)
            case .end: last.append(text)
            default: middle.append(text)
            }
        }
        let parts = first + middle + last
        // A text without anything to find says hello, unless that is what must not be found.
        return parts.isEmpty
            ? ([sets.excluded.contains { $0.isImplied(by: .needle(Needle("hello"))) } ? "ok" : "hello"], false)
            : (parts, false)
    }

    /// Adds what the numbers require: letters, links, emoji, lines.
    private func extended(_ text: String) -> String {
        var text = text
        func least(_ feature: Feature) -> Int {
            guard let lowest = cube.numbers(feature)?.lowest, lowest.isFinite else { return 0 }
            return Int(min(lowest, Double(Self.maxLength)))
        }
        if selectors.contains(where: { $0.source == .text }) {
            for index in 0..<min(least(.links), 20) { text += " https://example.com/\(index)" }
            if least(.emoji) > 0 { text += " " + String(repeating: "😀", count: least(.emoji)) }
            if least(.runLength) > 1 { text += " " + String(repeating: "a", count: least(.runLength)) }
        }
        let lines = least(.lines(selectors))
        if lines > 1 { text += String(repeating: "\nab", count: lines - 1) }
        let letters = least(.letters)
        if letters > 0, selectors.contains(where: { $0.source == .text }) { text += filler(letters) }
        let missing = least(.length(selectors)) - text.count
        if missing > 0 { text += filler(missing) }
        if let highest = cube.numbers(.length(selectors))?.highest, highest == 0 { return "" }
        return text
    }

    private func filler(_ count: Int) -> String {
        String(repeating: " ab", count: count / 2 + 1)
    }
}

extension TextTerm {
    /// A text in which this is found; `nil` if none is known.
    fileprivate var example: String? {
        switch self {
        case .needle(let needle): needle.text
        case .pattern(let source, let folds, _): (try? Pattern(source, folds: folds))?.example
        }
    }

    fileprivate var fit: Needle.Fit {
        switch self {
        case .needle(let needle): needle.fit
        case .pattern: .anywhere
        }
    }
}
