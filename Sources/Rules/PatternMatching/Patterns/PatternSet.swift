import CRE2
import TextFolding

/// A set of patterns over the same folded text. Most patterns require some literal text and are only tried if it occurs.
///
/// The conformance to `Sendable` is unchecked: RE2 sets may be matched from several threads at once, and are not changed after
/// their creation.
final class PatternSet: @unchecked Sendable {
    private let patterns: [Pattern]
    private let prefilter: PatternPrefilter?
    /// The patterns that require no particular text, in one automaton; `nil` if it would have no benefit or would be too large.
    private let rest: OpaquePointer?
    private let restIndices: [Int]
    /// The folding for prefilters, which require lower case.
    private let lowercasing: Folding?

    private static let memory: Int64 = 32 << 20

    /// - Parameter patterns: Patterns with the same folds.
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

    /// Returns the positions of the patterns that match, ascending, with their first match.
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
        // The set's automaton may run out of memory on a difficult text; single patterns never do.
        guard count >= 0 else { return restIndices }
        return indices.prefix(Int(count)).map(Int.init).filter(restIndices.indices.contains).map { restIndices[$0] }
    }
}
