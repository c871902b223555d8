import CRE2

/// Knows, for each of many patterns, which short texts must be there for it to match, and looks for all of them in one pass.
// RE2's filter answers several threads at once, and nothing changes it after it was made.
final class PatternPrefilter: @unchecked Sendable {
    private let filter: OpaquePointer
    private let atoms: AhoCorasickAutomaton
    private let count: Int
    /// Patterns that need no text in particular, ascending.
    let unfiltered: [Int]
    private let isUnfiltered: [Bool]

    /// Shorter atoms are in every message and filter nothing.
    private static let shortestAtom: Int32 = 3
    private static let memory: Int64 = 4 << 20

    /// `nil` where there is nothing to gain, or memory does not suffice.
    init?(_ patterns: [Pattern]) {
        guard let filter = cre2_filter_new(Self.shortestAtom) else { return nil }
        let isWhole = patterns.allSatisfy { pattern in
            let utf8 = Array(pattern.translated.text.utf8CString)
            return cre2_filter_add(filter, utf8, utf8.count - 1, !pattern.folds.has(.case), Self.memory)
        }
        guard isWhole, cre2_filter_compile(filter) else {
            cre2_filter_free(filter)
            return nil
        }
        self.filter = filter
        count = patterns.count
        atoms = AhoCorasickAutomaton(
            (0..<cre2_filter_atom_count(filter)).map { index in
                var length = 0
                let atom = cre2_filter_atom(filter, index, &length)
                return UnsafeRawBufferPointer(start: atom, count: length).map { $0 }
            })
        let always = Self.potentials(filter, [], of: patterns.count)
        unfiltered = always
        var flags = [Bool](repeating: false, count: patterns.count)
        for index in always { flags[index] = true }
        isUnfiltered = flags
    }

    deinit { cre2_filter_free(filter) }

    /// The positions of the patterns that may match, without the unfiltered ones.
    /// - Parameter bytes: in lower case.
    func candidates(in bytes: [UInt8]) -> [Int] {
        var found: [Int32] = []
        atoms.scan(bytes) { atom, _ in found.append(Int32(atom)) }
        if found.isEmpty { return [] }
        return Self.potentials(filter, found, of: count).filter { !isUnfiltered[$0] }
    }

    private static func potentials(_ filter: OpaquePointer, _ atoms: [Int32], of count: Int) -> [Int] {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { indices in
            let found = cre2_filter_potentials(filter, atoms, atoms.count, indices.baseAddress, indices.count)
            // Without an answer, each may match.
            guard found >= 0, Int(found) <= count else { return Array(0..<count) }
            return indices.prefix(Int(found)).map(Int.init).filter((0..<count).contains)
        }
    }
}
