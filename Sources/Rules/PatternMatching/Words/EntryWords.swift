import TextFolding

/// The words of all entries, to tell at once whether another reading of a word may be one of them.
struct EntryWords: Sendable {
    private var hashes: Set<UInt64> = []
    /// A Boolean value that indicates whether entries also match parts of words, so that every word may contain one.
    private var matchesParts = false

    init(_ matchers: some Sequence<FoldedScanner.Matcher>) {
        for matcher in matchers {
            guard matcher.word.fit == .word else {
                matchesParts = true
                return
            }
            for word in matcher.word.words { hashes.insert(Self.hash(word.lazy.map(\.folded))) }
        }
    }

    /// Returns whether an entry may contain a word.
    func contain(_ word: some Sequence<ReadScalar>, _ folding: Folding) -> Bool {
        matchesParts || hashes.contains(Self.hash(word.lazy.compactMap { folding.folded($0.scalar) }))
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
}
