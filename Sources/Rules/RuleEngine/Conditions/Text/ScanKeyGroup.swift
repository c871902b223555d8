import PatternMatching

/// A set of alternative texts, in the order in which they are written.
struct ScanKeyGroup: Hashable, Sendable {
    let keys: Set<ScanKey>
    /// The texts, for comparison with those of other groups; empty if there are many.
    let terms: [TextTerm]
    /// The first of the texts.
    let example: TextTerm?
    /// The smallest number of characters of a text in which one of them is found.
    let minLength: Int
    /// The detail in a trace if none was found: `'nitro'`, or `none of 12`.
    private let label: String
    private let indices: [ScanKey: Int]
    /// The capture groups that all alternatives have.
    let groups: Set<String>

    private static let maxTerms = 32  // Groups are compared text by text.

    /// - Parameters:
    ///   - texts: The texts to find, each with its scan keys.
    ///   - groups: The capture groups that are found with any of them.
    init(_ texts: [(text: String, term: TextTerm, keys: [ScanKey])], groups: Set<String> = []) {
        self.groups = groups
        var indices: [ScanKey: Int] = [:]
        for (index, item) in texts.enumerated() {
            for key in item.keys where indices[key] == nil { indices[key] = index }
        }
        self.indices = indices
        keys = Set(indices.keys)
        terms = texts.count <= Self.maxTerms ? texts.map(\.term) : []
        example = texts.first?.term
        minLength = texts.lazy.map(\.term.minLength).min() ?? 0
        label = texts.count == 1 ? "'\(texts[0].text.prefix(40))' was not found" : "none of \(texts.count) was found"
    }

    /// Returns whether a text in which one of these is found always contains one of another group.
    func implies(_ other: ScanKeyGroup) -> Bool {
        if keys.isSubset(of: other.keys) { return !keys.isEmpty }
        return !terms.isEmpty && terms.allSatisfy(other.isImplied)
    }

    /// Returns whether a text in which one of these is found never contains one of another group.
    func excludes(_ other: ScanKeyGroup) -> Bool {
        !terms.isEmpty && !other.terms.isEmpty && terms.allSatisfy { term in other.terms.allSatisfy(term.excludes) }
    }

    /// Returns whether a text in which a term is found always contains one of these.
    func isImplied(by term: TextTerm) -> Bool { terms.contains { term.implies($0) } }

    /// Returns the first alternative that was found. Iterates over the matches, because they are few even if many texts are
    /// searched for.
    func first(in scanResult: TextScanResult) -> TextMatch? {
        var first: (index: Int, key: ScanKey)?
        scanResult.forEachKey { key in
            guard let index = indices[key] else { return }
            if let known = first, known < (index, key) { return }
            first = (index, key)
        }
        return first.flatMap { scanResult[$0.key] }
    }

    func decide(_ part: String, _ scanResult: TextScanResult) -> ConditionResult {
        guard !scanResult.isEmpty, let match = first(in: scanResult) else { return .fails(part, label) }
        return .holds(Reason(part, match))
    }
}
