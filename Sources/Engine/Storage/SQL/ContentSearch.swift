import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A search for rows with one of several words in a value, which a database cannot do that does not decrypt it.
struct ContentSearch {
    static let rowsAtOnce = 500  // Read with one query, so that few of them are in memory.

    private let words: [[UInt8]]

    init(_ words: [[UInt8]]) { self.words = words }

    init(_ words: [String]) { self.words = words.map { Array($0.utf8) } }

    func matches(_ text: String) -> Bool { matches(Array(text.utf8)) }

    func matches(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            words.contains { word in word.withUnsafeBytes { Self.contains($0, in: bytes) } }
        }
    }

    private static func contains(_ word: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        // What is empty has no address.
        guard let first = word.first, let wordStart = word.baseAddress, let start = bytes.baseAddress else { return word.isEmpty }
        var offset = 0
        while offset + word.count <= bytes.count,
            let found = memchr(start + offset, Int32(first), bytes.count - word.count - offset + 1)
        {
            if memcmp(found, wordStart, word.count) == 0 { return true }
            offset = start.distance(to: found) + 1
        }
        return false
    }

    /// Reads parts of a table until one has rows that match.
    ///
    /// - Parameters:
    ///   - limit: The highest number of rows returned.
    ///   - part: Returns the rows behind the given one, or the first ones; none at the end.
    /// - Returns: The first rows that match; none if there are no more.
    static func first<Row>(_ limit: Int, where isMatch: (Row) -> Bool, _ part: (Row?) throws -> [Row]) rethrows -> [Row] {
        var last: Row?
        while true {
            let rows = try part(last)
            guard let end = rows.last else { return [] }
            let found = rows.filter(isMatch)
            if !found.isEmpty { return Array(found.prefix(limit)) }
            last = end
        }
    }
}
