import ChatModel

/// Changes inputs at random: equal seeds give equal inputs.
struct InputMutator {
    private static let maxBytes = 16_384
    private static let numbers = [
        "0", "-1", "255", "65536", "2147483648", "9223372036854775807", "9223372036854775808", "1e308", "NaN",
    ]
    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", "\"", "\\u0000", "\\ud800", ":", ",", "\r\n", "- ", "&a ", "*a", "null", "\u{202e}", "e\u{301}",
            "🏳️‍🌈",
        ].map {
            Array($0.utf8)
        } + [[0], [0xFF], [0xC3], [0xF0, 0x9F], Array(repeating: 0x80, count: 12)]

    private var random: SplitMix64
    private let seeds: [[UInt8]]

    init(seed: UInt64, _ seeds: [[UInt8]]) {
        random = SplitMix64(seed: seed)
        self.seeds = seeds
    }

    /// Returns the next input: one of the seeds with up to eight changes.
    mutating func next() -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0..<(1 + below(8)) { change(&bytes) }
        return Array(bytes.prefix(Self.maxBytes))
    }

    private mutating func below(_ end: Int) -> Int { Int.random(in: 0..<max(1, end), using: &random) }

    /// A range of up to 64 bytes.
    private mutating func range(of bytes: [UInt8]) -> Range<Int> {
        let start = below(bytes.count + 1)
        return start..<min(bytes.count, start + 1 + below(64))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        switch below(8) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
        case 2: bytes.removeSubrange(range(of: bytes))
        case 3: bytes.insert(contentsOf: bytes[range(of: bytes)], at: place)
        case 4:
            let other = seeds[below(seeds.count)]
            bytes.insert(contentsOf: other[range(of: other)], at: place)
        case 5: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
        case 6:
            let digits = bytes[place...].prefix { (0x30...0x39).contains($0) }
            bytes.replaceSubrange(digits.indices, with: Array(Self.numbers[below(Self.numbers.count)].utf8))
        default:
            let piece = Array(bytes[range(of: bytes)])
            for _ in 0..<below(64) { bytes.insert(contentsOf: piece, at: place) }
        }
    }
}
