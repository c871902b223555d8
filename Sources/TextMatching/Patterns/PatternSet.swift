import CRE2

/// Many patterns over the same folded text. Most need some text to be there whatever else they ask for; they are tried only where
/// it is.
// RE2 may be matched from several threads at once, and nothing changes these after they were made.
final class PatternSet: @unchecked Sendable {
    private let patterns: [Pattern]
    private let prefilter: PatternPrefilter?
    /// Those that need no text in particular, in one automaton; `nil` where there is too little to gain, or it would be too
    /// large.
    private let rest: OpaquePointer?
    private let restIndices: [Int]
    /// Prefilters want lower case.
    private let lowercasing: Folding?

    private static let memory: Int64 = 32 << 20

    /// - Parameter patterns: with the same folds.
    init(_ patterns: [Pattern]) {
        self.patterns = patterns
        prefilter = patterns.count > 1 ? PatternPrefilter(patterns) : nil
        restIndices = prefilter?.unfiltered ?? Array(patterns.indices)
        rest = restIndices.count > 1 ? Self.compiled(restIndices.map { patterns[$0] }) : nil
        let folds = patterns.first?.folds ?? []
        lowercasing = prefilter == nil || folds.has(.case) ? nil : Folding(folds.union(FoldSet([.case])))
    }

    deinit {
        if let rest { cre2_set_free(rest) }
    }

    private static func compiled(_ patterns: [Pattern]) -> OpaquePointer? {
        guard let first = patterns.first, let set = cre2_set_new(!first.folds.has(.case), memory) else { return nil }
        let isWhole = patterns.allSatisfy { pattern in
            let utf8 = Array(pattern.translated.text.utf8CString)
            return cre2_set_add(set, utf8, utf8.count - 1) >= 0
        }
        if isWhole, cre2_set_compile(set) { return set }
        cre2_set_free(set)
        return nil
    }

    /// The positions of the patterns that match, ascending, and where they first do.
    func matches(in text: String, folded bytes: [UInt8]) -> [(pattern: Int, bytes: Range<Int>)] {
        var candidates = restCandidates(in: bytes)
        if let prefilter { candidates += prefilter.candidates(in: lowercasing?(text) ?? bytes) }
        if candidates.isEmpty { return [] }
        return candidates.sorted().compactMap { index in patterns[index].find(in: bytes).map { (index, $0) } }
    }

    private func restCandidates(in bytes: [UInt8]) -> [Int] {
        guard let rest else { return restIndices }
        var indices = [Int32](repeating: 0, count: restIndices.count)
        let count = bytes.withUnsafeBytes {
            cre2_set_match(rest, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, &indices, indices.count)
        }
        // The set's automaton may run out of memory on a hard text; one by one they always finish.
        guard count >= 0 else { return restIndices }
        return indices.prefix(Int(count)).map(Int.init).filter(restIndices.indices.contains).map { restIndices[$0] }
    }
}
