import TextFolding

/// The words of all entries, to tell at once whether another reading of a word may be one of them.
struct EntryWords: Sendable {
    private let hashes: UInt64Set
    /// The hashes of two words that follow each other in an entry.
    private let pairs: UInt64Set
    /// A Boolean value that indicates whether entries also match parts of words, so that every word may contain one.
    private let matchesParts: Bool
    private let folding: Folding

    /// - Parameters:
    ///   - entries: The words of each entry.
    ///   - matchesParts: Whether entries also match parts of words.
    init(_ entries: some Sequence<[ArraySlice<FoldedLetter>]>, matchesParts: Bool, _ folding: Folding) {
        var hashes: Set<UInt64> = []
        var pairs: Set<UInt64> = []
        for entry in entries {
            let words = entry.map { Self.hash($0.lazy.map(\.folded)) }
            hashes.formUnion(words)
            for (first, second) in zip(words, words.dropFirst()) { pairs.insert(Self.pair(first, second)) }
        }
        self.hashes = UInt64Set(hashes)
        self.pairs = UInt64Set(pairs)
        self.matchesParts = matchesParts
        self.folding = folding
    }

    /// Returns whether an entry may contain a word.
    func contain(_ word: some Sequence<ReadScalar>) -> Bool { matchesParts || hashes.contains(hash(word)) }

    /// Returns whether an entry contains two words next to each other.
    func contain(_ first: some Sequence<ReadScalar>, before second: some Sequence<ReadScalar>) -> Bool {
        pairs.contains(Self.pair(hash(first), hash(second)))
    }

    private func hash(_ word: some Sequence<ReadScalar>) -> UInt64 {
        Self.hash(word.lazy.compactMap { folding.folded($0.scalar) })
    }

    /// Returns a hash of folded letters, of which equal ones count once.
    private static func hash(_ letters: some Sequence<FoldedScalar>) -> UInt64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        var last: Unicode.Scalar?
        for letter in letters where letter.repetitionKey != last {
            last = letter.repetitionKey
            hash = (hash ^ UInt64(letter.scalar.value)) &* 1_099_511_628_211
        }
        return hash
    }

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { first &* 3 ^ second }
}
