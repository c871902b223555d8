import CRE2

/// Many patterns over the same folded text, looked for in one pass.
// RE2's sets may be matched from several threads at once, and nothing changes it after it was made.
final class PatternSet: @unchecked Sendable {
    private let patterns: [Pattern]
    /// `nil` where there is too little to gain, or the set would be too large: then each pattern runs by itself.
    private let set: OpaquePointer?

    private static let memory: Int64 = 32 << 20

    /// - Parameter patterns: with the same folds.
    init(_ patterns: [Pattern]) {
        self.patterns = patterns
        set = patterns.count > 1 ? Self.compiled(patterns) : nil
    }

    deinit {
        if let set { cre2_set_free(set) }
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

    /// The positions of the patterns that match, and where they first do.
    func matches(in bytes: [UInt8]) -> [(pattern: Int, bytes: Range<Int>)] {
        candidates(in: bytes).compactMap { index in patterns[index].find(in: bytes).map { (index, $0) } }
    }

    private func candidates(in bytes: [UInt8]) -> [Int] {
        guard let set else { return Array(patterns.indices) }
        var indices = [Int32](repeating: 0, count: patterns.count)
        let count = bytes.withUnsafeBytes {
            cre2_set_match(set, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, &indices, indices.count)
        }
        // The set's automaton may run out of memory on a hard text; one by one they always finish.
        guard count >= 0 else { return Array(patterns.indices) }
        return indices.prefix(Int(count)).map(Int.init).filter(patterns.indices.contains).sorted()
    }
}
