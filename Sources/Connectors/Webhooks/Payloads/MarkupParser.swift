/// Parses the markup in senders' texts in one pass.
import ConnectorKit

struct MarkupParser {
    enum Dialect {
        /// Slack's mrkdwn and Mattermost's Markdown, which senders mix.
        case slack
        /// Discord's Markdown.
        case markdown
        /// Web addresses only.
        case plain
    }

    private let dialect: Dialect
    private let bytes: [UInt8]
    private var index = 0
    private var result = MarkupBuilder()
    /// The start of the text that has not been added yet.
    private var pending = 0
    /// The result of the last search for each delimiter, so that no text is searched twice.
    private var searches: [String: Search] = [:]

    private struct Search {
        var start: Int
        var end: Int
        var isFound: Bool
    }

    private static let maxBytes = 64 << 10  // More than a message holds.
    private static let maxURLLength = 2048

    static func parse(_ text: String, _ dialect: Dialect) -> MarkupBuilder {
        var parser = MarkupParser(dialect, text)
        return parser.parseAll()
    }

    private init(_ dialect: Dialect, _ text: String) {
        self.dialect = dialect
        bytes = Array(text.utf8.prefix(Self.maxBytes))
    }

    private mutating func parseAll() -> MarkupBuilder {
        while index < bytes.count { if !step() { index += 1 } }
        flush()
        return result
    }

    /// Processes markup at the current position and returns a Boolean value that indicates whether there was any.
    private mutating func step() -> Bool {
        let byte = bytes[index]
        if byte == UInt8(ascii: "h"), isAtWordStart, let end = addressEnd(index) {
            append(index..<end, to: end, as: "lk")
            return true
        }
        guard dialect != .plain else { return false }
        switch byte {
        case UInt8(ascii: "`"): return block("```", "pre") || span("`", "c")
        case UInt8(ascii: "*"): return span("**", "b") || dialect == .slack && span("*", "b")
        case UInt8(ascii: "["): return link()
        case UInt8(ascii: "<"): return bracket()
        default: return false
        }
    }

    private mutating func flush() {
        result.append(plain(pending..<index))
        pending = index
    }

    private mutating func append(_ range: Range<Int>, to end: Int, as kind: String) {
        flush()
        result.append(plain(range), as: kind)
        index = end
        pending = end
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the text with Slack's escapes decoded.
    private func plain(_ range: Range<Int>) -> String { plain(text(range)) }

    private func plain(_ text: String) -> String {
        guard dialect == .slack, text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private func hasPrefix(_ delimiter: String, at position: Int) -> Bool {
        position < bytes.count && bytes[position...].starts(with: delimiter.utf8)
    }

    private var isAtWordStart: Bool { index == 0 || !Self.isWord(bytes[index - 1]) }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 128 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// Parses a code block. A language name on its first line and the last line break are not part of it.
    private mutating func block(_ delimiter: String, _ kind: String) -> Bool {
        guard hasPrefix(delimiter, at: index), let end = closing(delimiter, from: index + 3, isLine: false), end > index + 3
        else {
            return false
        }
        var start = index + 3
        if let line = bytes[start..<end].firstIndex(of: 10), bytes[start..<line].allSatisfy(Self.isWord) { start = line + 1 }
        let last = end > start && bytes[end - 1] == 10 ? end - 1 : end
        guard last > start else { return false }
        append(start..<last, to: end + 3, as: kind)
        return true
    }

    /// Parses text between two delimiters on one line, with no space directly inside them.
    private mutating func span(_ delimiter: String, _ kind: String) -> Bool {
        let start = index + delimiter.utf8.count
        guard hasPrefix(delimiter, at: index), start < bytes.count, !Self.isSpace(bytes[start]),
            delimiter == "`" || isAtWordStart, let end = closing(delimiter, from: start, isLine: true), end > start,
            !Self.isSpace(bytes[end - 1])
        else { return false }
        append(start..<end, to: end + delimiter.utf8.count, as: kind)
        return true
    }

    private mutating func closing(_ delimiter: String, from start: Int, isLine: Bool) -> Int? {
        if let last = searches[delimiter], last.start <= start, start <= last.end { return last.isFound ? last.end : nil }
        var position = start
        while position < bytes.count, !isLine || bytes[position] != 10, !hasPrefix(delimiter, at: position) { position += 1 }
        let isFound = hasPrefix(delimiter, at: position)
        searches[delimiter] = Search(start: start, end: position, isFound: isFound)
        return isFound ? position : nil
    }

    /// Parses `[label](address)`.
    private mutating func link() -> Bool {
        guard let middle = closing("](", from: index + 1, isLine: true), let end = closing(")", from: middle + 2, isLine: true),
            end - middle <= Self.maxURLLength
        else { return false }
        let address = text((middle + 2)..<end)
        guard Self.isAddress(address) else { return false }
        flush()
        result.append(plain((index + 1)..<middle), linkedTo: address)
        index = end + 1
        pending = index
        return true
    }

    /// Parses `<address>`, and for Slack `<address|label>`, `<@U1|name>`, `<#C1|name>` and `<!here>`. Mentions become plain names, which
    /// do not notify anyone.
    private mutating func bracket() -> Bool {
        guard let end = closing(">", from: index + 1, isLine: true), end > index + 1, end - index <= Self.maxURLLength
        else { return false }
        let inner = text((index + 1)..<end)
        let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts.first ?? ""
        let label = parts.count > 1 ? plain(parts[1]) : nil
        let isLink = Self.isAddress(target)
        guard isLink || dialect == .slack, isLink || "@#!".contains(inner.prefix(1)) || target.hasPrefix("mailto:") else {
            return false
        }
        flush()
        if isLink {
            result.append(label ?? "", linkedTo: plain(target))
        } else {
            result.append(Self.name(target, label))
        }
        index = end + 1
        pending = index
        return true
    }

    private static func name(_ target: String, _ label: String?) -> String {
        if target.hasPrefix("mailto:") { return label ?? String(target.dropFirst(7)) }
        let delimiter = target.hasPrefix("#") ? "#" : "@"
        if target.hasPrefix("!date") { return label ?? "" }
        let name = label ?? String(target.drop { "@#!".contains($0) }.prefix { $0 != "^" })
        return name.hasPrefix(delimiter) ? name : delimiter + name
    }

    /// Returns the end of a web address that begins here; nil if there is none.
    private func addressEnd(_ start: Int) -> Int? {
        guard let scheme = ["https://", "http://"].first(where: { hasPrefix($0, at: start) }) else { return nil }
        var end = start + scheme.utf8.count
        let minEnd = end
        while end < bytes.count, bytes[end] > 32, bytes[end] < 127, !"<>\"`|\\^{}".utf8.contains(bytes[end]) { end += 1 }
        while end > minEnd, ".,;:!?)]'*~".utf8.contains(bytes[end - 1]) { end -= 1 }
        return end > minEnd ? end : nil
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return false }
        return text.utf8.count > scheme.utf8.count && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
