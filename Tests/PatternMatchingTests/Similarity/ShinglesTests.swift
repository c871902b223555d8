import Testing

@testable import PatternMatching

@Suite struct ShinglesTests {
    private func similarity(_ left: String, _ right: String) -> Double {
        Shingles.similarity(Shingles(left), Shingles(right))
    }

    @Test(
        arguments: [
            ("Nhận quà miễn phí tại đây!", "NHAN QUA... MIEN PHI tai đây 😀", 1), ("abcd", "abcd", 1), ("abcde", "abcdx", 1.0 / 3),
            ("abcd", "wxyz", 0), ("ab", "A.B", 1), ("ab", "abc", 0), ("", "", 0), ("😀😀😀😀", "😀😀😀😀", 1), ("😀😀", "👍👍", 0),
            (" ", "x", 0),
        ] as [(String, String, Double)])
    func `text similarity is the share of common shingles`(left: String, right: String, similarity: Double) {
        #expect(self.similarity(left, right) == similarity)
        #expect(self.similarity(right, left) == similarity)
    }

    @Test func `a long text keeps 512 hashes that still estimate similarity`() {
        let words = (0..<2000).map { "w\($0 * 7919)" }
        let text = words.joined(separator: " ")
        let other = (words.prefix(1800) + (0..<200).map { "x\($0 * 104729)" }).joined(separator: " ")
        #expect(Shingles(text).hashes.count == Shingles.maxHashes)
        #expect(similarity(text, text) == 1)
        // Nine tenths of the words are the same, about 0.82 of the union.
        #expect((0.7...0.92).contains(similarity(text, other)))
        #expect(similarity(text, (0..<2000).map { "\($0 * 1_299_709)q" }.joined()) < 0.3)
    }

    @Test func `shingle hashes are stable and may be stored`() {
        #expect(Shingles("Free").hashes == Shingles("f r é e").hashes)
        #expect(Shingles("free").hashes == [5_574_372_020_871_107_579])
    }
}
