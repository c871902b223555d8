/// Requirements on what is found in a text: one of each of several groups of texts, and none of others.
struct TextSets: Sendable {
    private(set) var required: [ScanKeyGroup]
    private(set) var excluded: [ScanKeyGroup]

    private static let maxExcluded = 8  // Groups that are compared text by text with each required one.

    init(anyOf group: ScanKeyGroup) { (required, excluded) = ([group], []) }
    init(noneOf group: ScanKeyGroup) { (required, excluded) = ([], [group]) }

    private init(required: [ScanKeyGroup], excluded: [ScanKeyGroup]) {
        (self.required, self.excluded) = (required, excluded)
    }

    var complements: [TextSets] { required.map(TextSets.init(noneOf:)) + excluded.map(TextSets.init(anyOf:)) }

    /// Returns the requirements of both; `nil` if no text meets them.
    func intersection(_ other: TextSets) -> TextSets? {
        guard !isExcluded(by: other), !other.isExcluded(by: self) else { return nil }
        guard !required.contains(where: { own in other.required.contains { own.excludes($0) } }) else { return nil }
        let both = TextSets(required: required + other.required, excluded: excluded + other.excluded)
        return both.isExcludedTogether ? nil : both
    }

    /// Returns whether something that is required implies what the other excludes.
    private func isExcluded(by other: TextSets) -> Bool {
        required.contains { own in other.excluded.contains { own.implies($0) } }
    }

    /// A Boolean value that indicates whether each text of a required group implies one of some excluded group.
    private var isExcludedTogether: Bool {
        guard (2...Self.maxExcluded).contains(excluded.count) else { return false }
        return required.contains { group in
            !group.terms.isEmpty && group.terms.allSatisfy { term in excluded.contains { $0.isImplied(by: term) } }
        }
    }

    /// The smallest number of characters of a text that meets the requirements.
    var minLength: Int { required.map(\.minLength).max() ?? 0 }

    /// Returns whether a text that equals one of each required group can have a length within bounds.
    func allowsWholeText(ofLength bounds: NumberSet) -> Bool {
        required.allSatisfy { group in
            guard !group.terms.isEmpty else { return true }
            return group.terms.contains { term in term.wholeLength.map { bounds.contains(Double($0)) } ?? true }
        }
    }
}
