import PatternMatching

/// A set of alternative texts, in the order in which they are written.
struct ScanKeyGroup: Hashable, Sendable {
    let keys: Set<ScanKey>
    /// The detail in a trace if none was found: `'nitro'`, or `none of 12`.
    private let label: String
    private let indices: [ScanKey: Int]

    /// - Parameter texts: The texts to find, each with its scan keys.
    init(_ texts: [(text: String, keys: [ScanKey])]) {
        var indices: [ScanKey: Int] = [:]
        for (index, item) in texts.enumerated() {
            for key in item.keys where indices[key] == nil { indices[key] = index }
        }
        self.indices = indices
        keys = Set(indices.keys)
        label = texts.count == 1 ? "'\(texts[0].text.prefix(40))' was not found" : "none of \(texts.count) was found"
    }

    /// Returns the first alternative that was found. Iterates over the matches, because they are few even if many texts are
    /// searched for.
    func first(in scanResult: TextScanResult) -> TextMatch? {
        scanResult.keys.filter { indices[$0] != nil }
            .min { (indices[$0] ?? 0, $0) < (indices[$1] ?? 0, $1) }
            .flatMap { scanResult[$0] }
    }

    func decide(_ part: String, _ scanResult: TextScanResult) -> ConditionResult {
        guard !scanResult.isEmpty, let match = first(in: scanResult) else { return .fails(part, label) }
        return .holds(Reason(part, match))
    }
}
