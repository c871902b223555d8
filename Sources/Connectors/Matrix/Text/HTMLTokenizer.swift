/// The tokens of an HTML text, in order. Anything that is not valid HTML is text; comments are left out.
///
/// Tokenizing takes one pass: a position that was searched in vain for the end of a tag or a comment is not searched again for the same.
struct HTMLTokenizer {
    enum Token: Hashable {
        case text(String)
        case start(HTMLTag)
        case end(String)
    }

    private static let maxBytes = 64 << 10  // Of a whole event (client-server API, "Size limits").
    private static let maxNameLength = 32

    /// The number of times that a byte was read; proportional to the length of the text, whatever the text.
    private(set) var readCount = 0

    private let bytes: [UInt8]
    private var index = 0
    /// For each position, one bit for each state in which a tag was read over it.
    private var passed: [UInt8]
    private var hasNoCommentEnd = false
    private var hasNoBracket = false

    init(_ text: String) {
        bytes = Array(text.utf8.prefix(Self.maxBytes))
        passed = [UInt8](repeating: 0, count: bytes.count)
    }

    mutating func next() -> Token? {
        while index < bytes.count {
            if byte(index) == UInt8(ascii: "<"), let read = markup() {
                index = read.end
                if let token = read.token { return token }
                continue
            }
            let start = index
            index += 1
            while index < bytes.count, byte(index) != UInt8(ascii: "<") { index += 1 }
            return .text(decoded(start..<index))
        }
        return nil
    }

    /// Skips to behind the end tag of an element that contains raw text, or to the end if it has none.
    mutating func skip(_ name: String) {
        let prefix = Array("</\(name)".utf8)
        while index < bytes.count {
            let isEnd = byte(index) == UInt8(ascii: "<") && bytes[index...].prefix(prefix.count).map(Self.lowered) == prefix
            index += isEnd ? prefix.count : 1
            guard isEnd, index < bytes.count, Self.isSpace(bytes[index]) || "/>".utf8.contains(bytes[index]) else { continue }
            while index < bytes.count, byte(index) != UInt8(ascii: ">") { index += 1 }
            index = min(index + 1, bytes.count)
            return
        }
    }

    private mutating func byte(_ position: Int) -> UInt8 {
        readCount += 1
        return bytes[position]
    }

    /// Returns the token that begins here and its end; a comment has no token. Nil if it is text.
    private mutating func markup() -> (token: Token?, end: Int)? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "!") where hasPrefix("<!--"): return comment()
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            guard !hasNoBracket else { return nil }
            var end = index + 2
            while end < bytes.count, byte(end) != UInt8(ascii: ">") { end += 1 }
            hasNoBracket = end == bytes.count
            return hasNoBracket ? nil : (nil, end + 1)
        default: return tag()
        }
    }

    private mutating func hasPrefix(_ text: StaticString) -> Bool {
        readCount += text.utf8CodeUnitCount
        return text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private mutating func comment() -> (token: Token?, end: Int)? {
        guard !hasNoCommentEnd else { return nil }
        // `<!-->` is a comment too.
        var dashes = 2
        var end = index + 4
        while end < bytes.count {
            let byte = byte(end)
            end += 1
            if byte == UInt8(ascii: ">"), dashes >= 2 { return (nil, end) }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        hasNoCommentEnd = true
        return nil
    }

    // Tags

    private enum State: UInt8 {
        case between, name, behindName, beforeValue, bare, double, single
    }

    /// The ranges of an attribute's name and value.
    private struct Attribute {
        var name = 0..<0
        var value = 0..<0
    }

    private mutating func tag() -> (token: Token?, end: Int)? {
        var position = index + 1
        let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let start = position
        while position < bytes.count, position - start <= Self.maxNameLength, Self.isNameByte(byte(position)) { position += 1 }
        guard position > start, position - start <= Self.maxNameLength, Self.isLetter(bytes[start]) else { return nil }
        var tag = HTMLTag(name: lowercased(start..<position))
        guard let end = attributes(from: position, &tag) else { return nil }
        return (isEnd ? .end(tag.name) : .start(tag), end)
    }

    /// - Returns: The position behind the tag; nil if it has no end, or another begins within it.
    private mutating func attributes(from start: Int, _ tag: inout HTMLTag) -> Int? {
        var state = State.between
        var attribute = Attribute()
        var position = start
        // The tag name must have ended.
        guard position < bytes.count, Self.isSpace(bytes[position]) || "/>".utf8.contains(bytes[position]) else { return nil }
        while position < bytes.count {
            let byte = byte(position)
            guard passed[position] & (1 << state.rawValue) == 0 else { return nil }
            passed[position] |= 1 << state.rawValue
            if state != .double, state != .single {
                if byte == UInt8(ascii: ">") {
                    store(attribute, in: &tag)
                    return position + 1
                }
                guard byte != UInt8(ascii: "<") else { return nil }
            }
            state = step(byte, at: position, in: state, &attribute, &tag)
            position += 1
        }
        return nil
    }

    private func step(
        _ byte: UInt8, at position: Int, in state: State, _ attribute: inout Attribute, _ tag: inout HTMLTag
    ) -> State {
        let isSpace = Self.isSpace(byte)
        switch state {
        case .double, .single:
            guard byte == UInt8(ascii: state == .double ? "\"" : "'") else {
                attribute.value = attribute.value.lowerBound..<(position + 1)
                return state
            }
            store(attribute, in: &tag)
            attribute = Attribute()
            return .between
        case .bare where isSpace:
            store(attribute, in: &tag)
            attribute = Attribute()
            return .between
        case .bare:
            attribute.value = attribute.value.lowerBound..<(position + 1)
            return .bare
        case .beforeValue where isSpace: return .beforeValue
        case .beforeValue where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
            attribute.value = (position + 1)..<(position + 1)
            return byte == UInt8(ascii: "\"") ? .double : .single
        case .beforeValue:
            attribute.value = position..<(position + 1)
            return .bare
        case .name where isSpace: return .behindName
        case .behindName where isSpace: return .behindName
        case .name, .behindName:
            if byte == UInt8(ascii: "=") { return .beforeValue }
            if state == .name, byte != UInt8(ascii: "/") {
                attribute.name = attribute.name.lowerBound..<(position + 1)
                return .name
            }
            store(attribute, in: &tag)
            fallthrough
        case .between:
            attribute = Attribute()
            guard !isSpace, byte != UInt8(ascii: "/") else { return .between }
            attribute.name = position..<(position + 1)
            return .name
        }
    }

    private func store(_ attribute: Attribute, in tag: inout HTMLTag) {
        guard (1...Self.maxNameLength).contains(attribute.name.count) else { return }
        let name = lowercased(attribute.name)
        guard HTMLTag.attributesRead.contains(name), tag.attributes[name] == nil else { return }
        tag.attributes[name] = HTMLEntities.decoded(String(decoding: bytes[attribute.value], as: UTF8.self))
    }

    // Text

    private mutating func decoded(_ range: Range<Int>) -> String {
        readCount += range.count
        return HTMLEntities.decoded(String(decoding: bytes[range], as: UTF8.self))
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
    private func lowercased(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (65...90).contains(byte) }
    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 12 || byte == 13 }
}
