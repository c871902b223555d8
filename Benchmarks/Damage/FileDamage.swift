import ChatModel

/// A kind of damage to a file.
enum FileDamage: String, CaseIterable {
    case flippedBits = "flipped bits"
    case truncated, zeroedPages = "zeroed pages", swappedPages = "swapped pages"

    private static let pageBytes = 4096

    func apply(to bytes: inout [UInt8], using random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        switch self {
        case .flippedBits:
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case .truncated: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case .zeroedPages:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let page = page(of: bytes.count, &random)
                for index in page { bytes[index] = 0 }
            }
        case .swappedPages:
            let (first, second) = (page(of: bytes.count, &random), page(of: bytes.count, &random))
            for (one, other) in zip(first, second) { bytes.swapAt(one, other) }
        }
    }

    private func page(of count: Int, _ random: inout SplitMix64) -> Range<Int> {
        let start = Int.random(in: 0...(count - 1) / Self.pageBytes, using: &random) * Self.pageBytes
        return start..<min(start + Self.pageBytes, count)
    }
}
