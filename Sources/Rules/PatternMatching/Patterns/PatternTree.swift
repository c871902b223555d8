/// The structure of an RE2 pattern, as far as it decides which texts the pattern can match.
indirect enum PatternTree: Hashable, Sendable {
    enum Assertion: Hashable, Sendable {
        case startOfText, endOfText, startOfLine, endOfLine, wordBoundary, noWordBoundary
    }

    case sequence([PatternTree])
    case alternatives([PatternTree])
    case repetition(PatternTree, min: Int, max: Int?)
    case character(CharacterSet)
    case assertion(Assertion)

    static let empty = PatternTree.sequence([])

    /// The code points that a position of a pattern accepts, in ascending ranges.
    struct CharacterSet: Hashable, Sendable {
        private(set) var ranges: [ClosedRange<UInt32>]

        static let all = CharacterSet([0...0x10FFFF])
        static let word = CharacterSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        static let newline = CharacterSet([10...10])

        init(_ ranges: [ClosedRange<UInt32>]) {
            var merged: [ClosedRange<UInt32>] = []
            for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                guard let last = merged.last, range.lowerBound <= last.upperBound + 1 else {
                    merged.append(range)
                    continue
                }
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            }
            self.ranges = merged
        }

        var inverted: CharacterSet {
            var rest: [ClosedRange<UInt32>] = []
            var next: UInt32 = 0
            for range in ranges {
                if range.lowerBound > next { rest.append(next...(range.lowerBound - 1)) }
                next = range.upperBound + 1
            }
            if next <= 0x10FFFF { rest.append(next...0x10FFFF) }
            return CharacterSet(rest)
        }

        func intersects(_ other: CharacterSet) -> Bool {
            ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
        }

        func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }
    }

    /// Returns the tree without some assertions, to find out which of them is at fault.
    func without(_ assertions: Set<Assertion>) -> PatternTree {
        switch self {
        case .sequence(let parts): .sequence(parts.map { $0.without(assertions) })
        case .alternatives(let parts): .alternatives(parts.map { $0.without(assertions) })
        case .repetition(let part, let min, let max): .repetition(part.without(assertions), min: min, max: max)
        case .assertion(let assertion) where assertions.contains(assertion): .empty
        case .character, .assertion: self
        }
    }
}
