/// Finds all of many byte strings in one pass (Aho and Corasick 1975). The cost of a pass does not depend on how many they are.
struct WordAutomaton: Sendable {
    /// Bytes that stand in no word share class 0, which keeps the rows short.
    private var classes = [UInt8](repeating: 0, count: 256)
    private let width: Int
    /// The next state for a state and a class: row after row.
    private var next: [Int32]
    /// The word that ends in a state; -1 for none.
    private var words: [Int32] = [-1]
    /// The longest suffix of a state in which another word ends; 0 for none.
    private var shorter: [Int32] = [0]

    /// - Parameter words: distinct and not empty; a hit names a word by its position here.
    init(_ words: [[UInt8]]) {
        var count = 1
        for byte in Set(words.joined()).sorted() {
            classes[Int(byte)] = UInt8(truncatingIfNeeded: count)
            count += 1
        }
        // Bytes of UTF-8 take at most 243 values, so the class fits its byte.
        width = count
        next = [Int32](repeating: 0, count: width)
        for (index, word) in words.enumerated() { insert(word, as: Int32(index)) }
        link()
    }

    private mutating func insert(_ word: [UInt8], as index: Int32) {
        var state = 0
        for byte in word {
            let slot = state * width + Int(classes[Int(byte)])
            if next[slot] == 0 {
                next[slot] = Int32(words.count)
                next.append(contentsOf: repeatElement(0, count: width))
                words.append(-1)
                shorter.append(0)
            }
            state = Int(next[slot])
        }
        words[state] = index
    }

    /// Fills what the words leave open, level by level: where no word goes on, its longest suffix does.
    private mutating func link() {
        var failure = [Int32](repeating: 0, count: words.count)
        var queue = (0..<width).map { next[$0] }.filter { $0 != 0 }
        var head = 0
        while head < queue.count {
            let state = Int(queue[head])
            head += 1
            let fallback = Int(failure[state])
            shorter[state] = words[fallback] >= 0 ? Int32(fallback) : shorter[fallback]
            for column in 0..<width {
                let slot = state * width + column
                let elsewhere = next[fallback * width + column]
                if next[slot] == 0 {
                    next[slot] = elsewhere
                } else {
                    failure[Int(next[slot])] = elsewhere
                    queue.append(next[slot])
                }
            }
        }
    }

    /// Calls back for every occurrence of every word, with the word and the offset after it.
    func scan(_ bytes: [UInt8], _ found: (_ word: Int, _ end: Int) -> Void) {
        var state = 0
        for (index, byte) in bytes.enumerated() {
            state = Int(next[state * width + Int(classes[Int(byte)])])
            var ending = words[state] >= 0 ? state : Int(shorter[state])
            while ending != 0 {
                found(Int(words[ending]), index + 1)
                ending = Int(shorter[ending])
            }
        }
    }
}
