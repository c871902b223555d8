import Foundation

/// A user whose data is to be erased: their names are removed from texts, and the surrounding text is kept.
package struct ErasedUser: Sendable, Hashable {
    package let id: UserID
    /// The names, longest first, so that no part of a longer name remains.
    package let names: [String]

    package init(_ id: UserID, names: Set<String>) {
        self.id = id
        self.names = names.filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// Returns a text in which dots replace the names; the length stays the same, so that all ranges remain valid.
    ///
    /// A name counts only as a whole word: the name `an` is not removed from `bánh`.
    package func without(_ text: String) -> String {
        var text = text
        for name in names where text.contains(name) {
            for range in text.ranges(of: name).reversed() where text.isWord(range) {
                text.replaceSubrange(range, with: String(repeating: "•", count: text[range].utf16.count))
            }
        }
        return text
    }

    /// Returns JSON with the names removed from its texts and keys; any other input is treated as plain text.
    package func without(json text: String) -> String {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return without(text) }
        let cleaned = without(value)
        guard cleaned != value else { return text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(cleaned), as: UTF8.self)
        } catch {
            preconditionFailure("a decoded JSON value can be encoded again: \(error)")
        }
    }

    private func without(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(without(text))
        case .array(let items): .array(items.map(without))
        case .object(let items):
            .object(Dictionary(items.map { (without($0.key), without($0.value)) }, uniquingKeysWith: { first, _ in first }))
        case .null, .bool, .integer, .number: value
        }
    }
}

extension String {
    fileprivate func isWord(_ range: Range<Index>) -> Bool {
        let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
        let after = range.upperBound < endIndex ? self[range.upperBound] : " "
        return ![before, after].contains { $0.isLetter || $0.isNumber }
    }
}
