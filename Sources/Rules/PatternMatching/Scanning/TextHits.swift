/// The matches found in one text.
package struct TextHits: Sendable {
    private var matches: [ScanTarget: TextMatch] = [:]

    package init() {}

    package subscript(probe: ScanTarget) -> TextMatch? { matches[probe] }
    package var isEmpty: Bool { matches.isEmpty }
    /// The targets in the order in which they were added to the scanner.
    package var probes: [ScanTarget] { matches.keys.sorted() }

    /// Calls a closure with each target, in no particular order.
    package func forEachTarget(_ body: (ScanTarget) -> Void) { for target in matches.keys { body(target) } }

    mutating func add(_ match: TextMatch, of probe: ScanTarget) { matches[probe] = match }
    func contains(_ probe: ScanTarget) -> Bool { matches[probe] != nil }
}
