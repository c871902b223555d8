import TextFolding

/// A compact sketch of a text: the hashes of its four-letter substrings, or the smallest 512 of them.
///
/// Case, marks, spaces, punctuation and invisible characters are ignored. The hashes are the same on every machine and may be
/// stored.
package struct Shingles: Hashable, Sendable, Codable {
    /// The hashes, ascending and without duplicates.
    package let hashes: [UInt64]

    package static let maxHashes = 512
    private static let length = 4
    private static let folding = Folding(FoldSet([.case, .marks, .zeroWidth, .spacing]))
    /// The folding for texts without letters, such as rows of emoji.
    private static let minimalFolding = Folding(FoldSet([.zeroWidth]))

    /// Creates the shingles of a text. A text without visible characters has none; a text of fewer than four letters has a single
    /// one.
    package init(_ text: String) {
        var letters = Self.scalars(of: text, Self.folding)
        if letters.isEmpty { letters = Self.scalars(of: text, Self.minimalFolding) }
        guard !letters.isEmpty else {
            hashes = []
            return
        }
        let starts = 0...max(0, letters.count - Self.length)
        var found = starts.map { Self.hash(letters[$0..<min(letters.count, $0 + Self.length)]) }
        found.sort()
        var distinct: [UInt64] = []
        for hash in found where hash != distinct.last && distinct.count < Self.maxHashes { distinct.append(hash) }
        hashes = distinct
    }

    private static func scalars(of text: String, _ folding: Folding) -> [UInt32] {
        String(decoding: folding(text), as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// Returns a hash by FNV-1a with a final mixing step, so that the smallest hashes are a uniform sample.
    private static func hash(_ letters: ArraySlice<UInt32>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for letter in letters { hash = (hash ^ UInt64(letter)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// Returns the share of common shingles among all shingles of two texts, 0…1 (Jaccard 1901). It is exact for texts of up to
    /// 512 shingles, and estimated from the smallest hashes for longer ones (Broder 1997). Texts without visible characters are
    /// similar to no other.
    package static func similarity(_ left: Shingles, _ right: Shingles) -> Double {
        let (a, b) = (left.hashes, right.hashes)
        var (seen, common, i, j) = (0, 0, 0, 0)
        while seen < maxHashes, i < a.count || j < b.count {
            seen += 1
            if j == b.count || i < a.count && a[i] < b[j] {
                i += 1
            } else if i == a.count || b[j] < a[i] {
                j += 1
            } else {
                common += 1
                i += 1
                j += 1
            }
        }
        return seen == 0 ? 0 : Double(common) / Double(seen)
    }
}
