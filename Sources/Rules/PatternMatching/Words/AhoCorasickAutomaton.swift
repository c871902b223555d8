/// An automaton that finds many byte strings in one pass (Aho and Corasick 1975). The cost of a pass does not depend on their
/// number.
///
/// States are numbered level by level, so that the children of a state are adjacent and an edge consists of a byte without a
/// target. The states near the root, where most time is spent, have full transition rows; the others use their few edges or fall
/// back.
struct AhoCorasickAutomaton: Sendable {
    /// The class of each byte. Bytes that occur in no word share class 0, which keeps the rows short.
    private var classes = [UInt8](repeating: 0, count: 256)
    private let width: Int
    /// The transition rows of the first states: the next state by class. A complemented value indicates that a word ends there.
    private var rows: [Int32] = []
    private var rowCount = 0

    /// The class on the edge from a state's parent.
    private var labels: [UInt8] = [0]
    /// The first child of each state; the children of the next state follow.
    private var children: [Int32] = []
    /// The fallback of each state: the longest other prefix of a word that the text read so far ends with.
    private var fallbacks: [Int32] = [0]
    /// The word that ends in each state; -1 for none.
    private var words: [Int32] = [-1]
    /// The nearest state along the fallbacks in which a word ends, starting with the state itself; 0 for none.
    private var endings: [Int32] = [0]

    /// The maximum size of the rows: more exceeds the processor's cache and is not faster.
    private static let rowBytes = 1 << 20

    /// - Parameter words: The words, distinct and not empty. Matches identify a word by its index.
    init(_ words: [[UInt8]]) {
        var isUsed = [Bool](repeating: false, count: 256)
        for word in words { for byte in word { isUsed[Int(byte)] = true } }
        var count = 1
        for byte in 0..<256 where isUsed[byte] {
            classes[byte] = UInt8(truncatingIfNeeded: count)
            count += 1
        }
        // UTF-8 uses at most 243 byte values, so the class fits in a byte.
        width = count
        grow(words)
        link()
        fillRows()
    }

    var bytesInMemory: Int {
        rows.count * 4 + labels.count + (children.count + fallbacks.count + self.words.count + endings.count) * 4
    }

    /// Builds the states level by level from the sorted words, in which words with a common prefix are adjacent.
    private mutating func grow(_ words: [[UInt8]]) {
        let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
        /// The words that pass through each state of a level, as a range of the order.
        var level = [order.indices]
        var depth = 0
        while !level.isEmpty {
            var next: [Range<Int>] = []
            for range in level {
                children.append(Int32(labels.count))
                var start = range.lowerBound
                // A word that ends here precedes those that continue.
                if depth > 0, start < range.upperBound, words[order[start]].count == depth { start += 1 }
                while start < range.upperBound {
                    let byte = words[order[start]][depth]
                    var end = start + 1
                    while end < range.upperBound, words[order[end]][depth] == byte { end += 1 }
                    labels.append(classes[Int(byte)])
                    self.words.append(words[order[start]].count == depth + 1 ? Int32(order[start]) : -1)
                    next.append(start..<end)
                    start = end
                }
            }
            level = next
            depth += 1
        }
        children.append(Int32(labels.count))
    }

    /// Computes the fallbacks, level by level.
    private mutating func link() {
        fallbacks = [Int32](repeating: 0, count: labels.count)
        endings = fallbacks
        for parent in labels.indices {
            for child in childRange(parent) {
                if parent != 0 { fallbacks[child] = Int32(step(from: Int(fallbacks[parent]), by: labels[child])) }
                endings[child] = words[child] >= 0 ? Int32(child) : endings[Int(fallbacks[child])]
            }
        }
    }

    private mutating func fillRows() {
        rowCount = min(labels.count, max(1, Self.rowBytes / (width * 4)))
        rows.reserveCapacity(rowCount * width)
        for state in 0..<rowCount {
            for column in 0..<width {
                let next = step(from: state, by: UInt8(truncatingIfNeeded: column))
                rows.append(Int32(endings[next] != 0 ? ~next : next))
            }
        }
    }

    private func childRange(_ state: Int) -> Range<Int> { Int(children[state])..<Int(children[state + 1]) }

    private func step(from state: Int, by label: UInt8) -> Int {
        var state = state
        while true {
            for child in childRange(state) where labels[child] == label { return child }
            if state == 0 { return 0 }
            state = Int(fallbacks[state])
        }
    }

    /// Calls a closure for every occurrence of every word, with the word and its end offset.
    func scan(_ bytes: [UInt8], _ found: (_ word: Int, _ end: Int) -> Void) {
        var state = 0
        for (index, byte) in bytes.enumerated() {
            let label = classes[Int(byte)]
            var target = 0
            while state >= rowCount {
                if let child = childRange(state).first(where: { labels[$0] == label }) {
                    target = child
                    break
                }
                state = Int(fallbacks[state])
            }
            if target == 0 {
                let next = Int(rows[state * width + Int(label)])
                target = next < 0 ? ~next : next
                state = target
                if next >= 0 { continue }
            } else {
                state = target
            }
            var ending = Int(endings[state])
            while ending != 0 {
                found(Int(words[ending]), index + 1)
                ending = Int(endings[Int(fallbacks[ending])])
            }
        }
    }
}
