package import MezonModel

/// Something that a scanner looks for.
package struct Probe: Hashable, Sendable, Comparable {
    let index: Int

    package static func < (left: Probe, right: Probe) -> Bool { left.index < right.index }
}

/// Where a probe was found.
package struct TextMatch: Hashable, Sendable {
    /// In the original text.
    package var range: TextRange
    /// The original text there.
    package var text: String
    /// What had to be folded away to see it.
    package var folds: FoldSet
}

/// What was found in one text.
package struct TextHits: Sendable {
    private var matches: [Probe: TextMatch] = [:]

    package init() {}

    package subscript(probe: Probe) -> TextMatch? { matches[probe] }
    package var isEmpty: Bool { matches.isEmpty }
    /// In the order in which they were added to the scanner.
    package var probes: [Probe] { matches.keys.sorted() }

    mutating func add(_ match: TextMatch, of probe: Probe) { matches[probe] = match }
    func contains(_ probe: Probe) -> Bool { matches[probe] != nil }
}
