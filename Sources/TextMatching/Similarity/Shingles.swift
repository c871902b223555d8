/// What a text is made of, small enough to keep: the hashes of its runs of four letters, or the smallest 512 of them.
///
/// Case, marks, spaces, punctuation and what cannot be seen make no difference. The hashes are the same on every machine and may
/// be stored.
package struct Shingles: Hashable, Sendable, Codable {
    /// Ascending, each once.
    package let hashes: [UInt64]

    package static let most = 512
    private static let length = 4
    private static let folding = Folding(FoldSet([.case, .marks, .zeroWidth, .spacing]))
    /// For texts without a letter, such as rows of emoji.
    private static let gentleFolding = Folding(FoldSet([.zeroWidth]))

    /// A text that shows nothing has no shingles; a text of fewer than four letters has itself.
    package init(_ text: String) {
        var letters = Self.scalars(of: text, Self.folding)
        if letters.isEmpty { letters = Self.scalars(of: text, Self.gentleFolding) }
        guard !letters.isEmpty else {
            hashes = []
            return
        }
        let starts = 0...max(0, letters.count - Self.length)
        var found = starts.map { Self.hash(letters[$0..<min(letters.count, $0 + Self.length)]) }
        found.sort()
        var distinct: [UInt64] = []
        for hash in found where hash != distinct.last && distinct.count < Self.most { distinct.append(hash) }
        hashes = distinct
    }

    private static func scalars(of text: String, _ folding: Folding) -> [UInt32] {
        String(decoding: folding(text), as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// FNV-1a, then mixed: the smallest hashes must be a fair sample of all.
    private static func hash(_ letters: ArraySlice<UInt32>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for letter in letters { hash = (hash ^ UInt64(letter)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// The share of what two texts have in common among all that they have, 0…1 (Jaccard 1901): exact for texts of up to 512
    /// shingles, estimated from the smallest hashes of both for longer ones (Broder 1997). Texts that show nothing are like no
    /// other.
    package static func similarity(_ left: Shingles, _ right: Shingles) -> Double {
        let (a, b) = (left.hashes, right.hashes)
        var (seen, common, i, j) = (0, 0, 0, 0)
        while seen < most, i < a.count || j < b.count {
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
