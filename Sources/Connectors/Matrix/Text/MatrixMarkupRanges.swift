import ChatModel

/// The markup of a text by kind, each in the order in which it was closed and without overlaps within a kind.
///
/// Mezon clients show text twice if two ranges overlap. In that case, code takes precedence over links, and both over bold.
struct MatrixMarkupRanges {
    var blocks: [Markup] = []
    var code: [Markup] = []
    var links: [Markup] = []
    var bold: [Markup] = []

    /// Returns the markup without overlaps.
    ///
    /// - Parameter addresses: The ranges of plain web addresses in the text.
    func resolved(with addresses: [TextRange]) -> [Markup] {
        var taken: [Markup] = []
        taken.add(blocks) { whole, free in free == [whole.range] ? free : [] }
        taken.add(code) { whole, free in free == [whole.range] ? free : [] }
        taken.add(links) { whole, free in free == [whole.range] ? free : [] }
        taken.add(addresses.map { Markup("lk", $0) }) { whole, free in free == [whole.range] ? free : [] }
        taken.add(bold) { _, free in free }
        return taken
    }
}

extension [Markup] {
    /// Adds markup in ranges that are still free.
    ///
    /// - Parameter kept: Returns the ranges to add of a markup, given its free parts.
    fileprivate mutating func add(_ others: [Markup], _ kept: (_ whole: Markup, _ free: [TextRange]) -> [TextRange]) {
        var added: [Markup] = []
        var index = startIndex
        for other in others.sorted(by: { $0.range.start < $1.range.start }) {
            var start = other.range.start
            var free: [TextRange] = []
            while index < endIndex, self[index].range.end <= start { index += 1 }
            var next = index
            while next < endIndex, self[next].range.start < other.range.end {
                if start < self[next].range.start { free.append(TextRange(start, self[next].range.start)) }
                start = Swift.max(start, self[next].range.end)
                next += 1
            }
            if start < other.range.end { free.append(TextRange(start, other.range.end)) }
            added += kept(other, free).map { Markup(other.kind, $0, attributes: other.attributes) }
        }
        self = (self + added).sorted { $0.range.start < $1.range.start }
    }
}
