import Foundation

/// The order of messages by the words of a query that they contain: a rare word counts more than a frequent one.
package struct SearchRanking {
    private var messages: [(id: Int64, words: [Int])] = []
    /// The number of messages that contain each word.
    private var counts: [Int]

    /// - Parameter count: The number of words in the query.
    package init(words count: Int) { counts = Array(repeating: 0, count: count) }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - id: The message, which is newer the greater it is.
    ///   - contains: Returns whether the message contains the word at an index.
    package mutating func add(_ id: Int64, contains: (_ word: Int) throws -> Bool) rethrows {
        let words = try counts.indices.filter(contains)
        for word in words { counts[word] += 1 }
        messages.append((id, words))
    }

    /// Returns the best messages, of equal ones the newest first.
    package func best(_ limit: Int) -> [Int64] {
        let weights = counts.map { log(1 + Double(messages.count) / Double(max($0, 1))) }
        let scored = messages.map { message in (score: message.words.reduce(0) { $0 + weights[$1] }, id: message.id) }
        return scored.sorted { ($1.score, $1.id) < ($0.score, $0.id) }.prefix(max(0, limit)).map(\.id)
    }
}
