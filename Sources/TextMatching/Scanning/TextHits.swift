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
