/// The removal of ranges from a text, and the mapping of positions to the shortened text.
struct TextRemoval {
    /// The removed ranges, disjoint and in order.
    private let gaps: [TextRange]
    /// The total length of the ranges before each one.
    private let before: [Int]

    init(_ gaps: [TextRange]) {
        self.gaps = gaps
        var length = 0
        before = gaps.map { gap in
            defer { length += gap.length }
            return length
        }
    }

    func rest(of units: [UInt16]) -> [UInt16] {
        var kept: [UInt16] = []
        var start = 0
        for gap in gaps {
            kept += units[start..<gap.start]
            start = gap.end
        }
        return kept + units[start...]
    }

    func moved(_ range: TextRange) -> TextRange { TextRange(moved(range.start), moved(range.end)) }

    func moved(_ position: Int) -> Int {
        // Finds the last gap that begins before the position.
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle].start < position { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return position }
        let gap = gaps[low - 1]
        return position - before[low - 1] - (min(gap.end, position) - gap.start)
    }
}
