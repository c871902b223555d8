/// Parses JSON as Mezon's clients do, that is, as ECMAScript's `JSON.parse`.
///
/// Foundation's decoder takes the first of two equal keys where the clients take the last, and refuses unpaired surrogates and numbers out
/// of a double's range where they do not. A sender could use that for a message that users see and rules do not.
package struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0
    /// The maximum nesting depth; embeds have six levels. Stored values are nested in other JSON, of which Foundation reads 512 levels.
    private static let maxDepth = 128
    /// The maximum number of values, because each takes some forty bytes in memory; a channel of 100 000 members has 800 000.
    package static let maxValues = 1_000_000
    private var count = 0
    private let truncatesDeepValues: Bool

    package enum Outcome: Hashable, Sendable {
        case value(JSONValue)
        /// The text has more values than the limit.
        case tooMany
        case malformed
    }

    /// Parses a value; nil if the text is not entirely JSON, has too many values, or is nested too deeply.
    package static func value(of text: String) -> JSONValue? {
        if case .value(let value) = read(text, truncatesDeepValues: false) { value } else { nil }
    }

    /// Parses a text.
    ///
    /// - Parameter truncatesDeepValues: A Boolean value that indicates whether too deeply nested values become
    ///   null instead of an error, so that one author cannot spoil a response with the messages of many.
    package static func read(_ text: String, truncatesDeepValues: Bool) -> Outcome {
        var reader = JSONReader(bytes: Array(text.utf8), truncatesDeepValues: truncatesDeepValues)
        guard let value = reader.value(depth: 0) else { return reader.count < maxValues ? .malformed : .tooMany }
        reader.skipSpace()
        return reader.index == reader.bytes.count ? .value(value) : .malformed
    }

    private init(bytes: [UInt8], truncatesDeepValues: Bool) {
        self.bytes = bytes
        self.truncatesDeepValues = truncatesDeepValues
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard count < Self.maxValues else { return nil }
        count += 1
        skipSpace()
        guard depth < Self.maxDepth else { return truncatesDeepValues && skip() ? .null : nil }
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    /// Skips a value of any depth without validating it fully.
    private mutating func skip() -> Bool {
        var open = 0
        repeat {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open > 0 else { return false }
                open -= 1
                index += 1
            case UInt8(ascii: "\""): guard string() != nil else { return false }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard open > 0 else { return false }
                index += 1
            case nil: return false
            default: skipWord()
            }
        } while open > 0
        return true
    }

    private mutating func skipWord() {
        let ends = Array(",:]}{[\" \n\r\t".utf8)
        while let byte = next, !ends.contains(byte) { index += 1 }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
        for offset in 0..<text.utf8CodeUnitCount {
            guard next == text.utf8Start[offset] else { return nil }
            index += 1
        }
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var object: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(object) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let key = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            object[key] = value  // The last of two equal keys counts.
            skipSpace()
            if take("}") { return .object(object) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var items: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(items) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            items.append(value)
            skipSpace()
            if take("]") { return .array(items) }
            guard take(",") else { return nil }
        }
    }

    private mutating func string() -> String? {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = unit() else { return nil }
            return scalar(from: unit)
        default: return nil
        }
    }

    /// Decodes a surrogate pair. ECMAScript keeps an unpaired surrogate; Swift text has a replacement character for it.
    private mutating func scalar(from unit: UInt32) -> Unicode.Scalar? {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let before = index
        if take("\\"), take("u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) {
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        }
        index = before
        return "\u{FFFD}"
    }

    private mutating func unit() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        index += 4
        return value
    }

    private mutating func number() -> JSONValue? {
        let start = index
        _ = take("-")
        guard let first = next, isDigit(first) else { return nil }
        if !take("0") { skipDigits() }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard let digit = next, isDigit(digit) else { return nil }
            skipDigits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard let digit = next, isDigit(digit) else { return nil }
            skipDigits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text) else { return nil }
        let largest = Double.greatestFiniteMagnitude  // JSON numbers may decode to infinity, which cannot be encoded.
        return .number(min(max(double, -largest), largest))
    }

    private mutating func skipDigits() { while let byte = next, isDigit(byte) { index += 1 } }

    private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
