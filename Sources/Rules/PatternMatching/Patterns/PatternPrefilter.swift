import CRE2
import TextFolding

/// A prefilter that knows which short texts must occur for each of many patterns to match, and searches for all of them in one
/// pass.
///
/// The conformance to `Sendable` is unchecked: RE2's filter may be used from several threads at once, and is not changed after
/// its creation.
final class PatternPrefilter: @unchecked Sendable {
    private let filter: OpaquePointer
    private let atoms: AhoCorasickAutomaton
    private let count: Int
    /// The patterns that require no particular text, in ascending order.
    let unfiltered: [Int]
    private let isUnfiltered: [Bool]

    /// The minimum length of atoms. Shorter atoms occur in nearly every message and filter nothing.
    private static let minAtomLength: Int32 = 3
    private static let memory: Int64 = 4 << 20

    /// Creates a prefilter; `nil` if it would have no benefit or memory does not suffice.
    init?(_ patterns: [Pattern]) {
        guard let filter = cre2_filter_new(Self.minAtomLength) else { return nil }
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

    /// Returns the positions of the patterns that may match, without the unfiltered ones.
    /// - Parameter bytes: The text in lower case.
    func candidates(in bytes: [UInt8]) -> [Int] {
        var found: [Int32] = []
        atoms.scan(bytes) { atom, _ in found.append(Int32(atom)) }
        if found.isEmpty { return [] }
        return Self.potentials(filter, found, of: count).filter { !isUnfiltered[$0] }
    }

    private static func potentials(_ filter: OpaquePointer, _ atoms: [Int32], of count: Int) -> [Int] {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { indices in
            let found = cre2_filter_potentials(filter, atoms, atoms.count, indices.baseAddress, indices.count)
            // If the filter fails, every pattern may match.
            guard found >= 0, Int(found) <= count else { return Array(0..<count) }
            return indices.prefix(Int(found)).map(Int.init).filter((0..<count).contains)
        }
    }
}
