import PatternMatching

/// A set of alternative texts, in the order in which they are written.
struct ScanKeyGroup: Hashable, Sendable {
    let keys: Set<ScanKey>
    /// The detail in a trace if none was found: `'nitro'`, or `none of 12`.
    private let label: String
    private let places: [ScanKey: Int]

    /// - Parameter texts: The texts to find, each with its scan keys.
    init(_ texts: [(text: String, soughts: [ScanKey])]) {
        var places: [ScanKey: Int] = [:]
        for (index, item) in texts.enumerated() {
            for sought in item.soughts where places[sought] == nil { places[sought] = index }
        }
        self.places = places
        keys = Set(places.keys)
        label = texts.count == 1 ? "'\(texts[0].text.prefix(40))' was not found" : "none of \(texts.count) was found"
    }

    /// Returns the first alternative that was found. Iterates over the matches, because they are few even if many texts are
    /// searched for.
    func first(in finds: TextScanResult) -> TextMatch? {
        finds.sought.filter { places[$0] != nil }
            .min { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
            .flatMap { finds[$0] }
    }

    func decide(_ part: String, _ finds: TextScanResult) -> ConditionResult {
        guard !finds.isEmpty, let match = first(in: finds) else { return .fails(part, label) }
        return .holds(Reason(part, match))
    }
}
