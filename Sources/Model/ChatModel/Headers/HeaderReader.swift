/// A parser for headers at the beginning of a body. It reads byte by byte and never parses the same headers twice.
struct HeaderReader {
    static let mark = "<->"
    private static let maxNameLength = 32

    private let bytes: [UInt8]
    private(set) var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses the header at the current position if it ends before a limit; otherwise reads nothing.
    mutating func header(by rules: HeaderSchema, before limit: Int) -> MessageHeader? {
        let start = index
        let end = min(bytes.count, limit)
        guard let header = body(by: rules, end), index <= end else {
            index = start
            return nil
        }
        return header
    }

    /// Skips a mark if what follows it could be read as a header.
    mutating func skipMark() { if isMark(at: index), looksLikeHeader { index += Self.mark.utf8.count } }

    /// A Boolean value that indicates whether a header begins here, possibly after marks, regardless of the rules for its values.
    var looksLikeHeader: Bool {
        var position = index
        while isMark(at: position) { position += Self.mark.utf8.count }
        let end = min(bytes.count, position + MessageHeader.maxBytes)
        var reader = HeaderReader(Array(bytes[position..<end]))
        return reader.header(by: HeaderSchema(), before: MessageHeader.maxBytes) != nil
    }

    private func isMark(at position: Int) -> Bool { bytes[min(position, bytes.count)...].starts(with: Self.mark.utf8) }

    private mutating func body(by rules: HeaderSchema, _ end: Int) -> MessageHeader? {
        guard take("<", end), let name = name(end), take(">", end) else { return nil }
        var fields: [MessageHeader.Field] = []
        var seen: Set<String> = []
        repeat {
            guard take("@", end), let key = self.name(end), seen.insert(key).inserted,
                let value = value(rules.kind(of: key, in: name), end)
            else { return nil }
            fields.append(MessageHeader.Field(key, value))
        } while take(";", end) && isField(end)  // Every field may end with it, including the last.
        guard take("<", end), take("/", end), self.name(end) == name, take(">", end) else { return nil }
        return MessageHeader(name, fields)
    }

    private mutating func take(_ character: Unicode.Scalar, _ end: Int) -> Bool {
        guard index < end, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func isField(_ end: Int) -> Bool { index < end && bytes[index] == UInt8(ascii: "@") }

    private mutating func name(_ end: Int) -> String? {
        let start = index
        while index < end, index - start <= Self.maxNameLength, Self.isInName(bytes[index]) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        return Self.isName(name) ? name : nil
    }

    private mutating func value(_ kind: HeaderSchema.Kind?, _ end: Int) -> MessageHeader.Value? {
        guard take("=", end) else { return kind == nil || kind == .flag ? .flag : nil }
        if take("(", end) {
            guard kind == nil || kind == .tuple else { return nil }
            return tuple(end)
        }
        return scalar(end).flatMap { MessageHeader.Value($0, as: kind) }
    }

    private mutating func tuple(_ end: Int) -> MessageHeader.Value? {
        if take(")", end) { return .tuple([]) }
        if bytes[index..<end].starts(with: #"\-)"#.utf8) {
            index += 3
            return .tuple([""])
        }
        var elements: [String] = []
        repeat {
            guard let element = scalar(end) else { return nil }
            elements.append(element)
        } while take(",", end)
        return take(")", end) ? .tuple(elements) : nil
    }

    /// Reads everything up to the next delimiter.
    private mutating func scalar(_ end: Int) -> String? {
        var text: [UInt8] = []
        while index < end, !Self.isSign(bytes[index]) || bytes[index] == UInt8(ascii: "\\") {
            if bytes[index] == UInt8(ascii: "\\") {
                guard index + 1 < end, let byte = Self.unescaped(bytes[index + 1]) else { return nil }
                text.append(byte)
                index += 2
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let signs = Array(#";=@<>(),\"#.utf8) + [10, 13]

    private static func isSign(_ byte: UInt8) -> Bool { signs.contains(byte) }

    private static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case 10, 13: nil
        default: isSign(byte) ? byte : nil
        }
    }

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isSign(byte) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte == 10 ? UInt8(ascii: "n") : byte == 13 ? UInt8(ascii: "r") : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= maxNameLength else { return false }
        return name.utf8.allSatisfy(isInName)
    }

    static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isInName($0) || "./:#".utf8.contains($0) }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (65...90).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Parses digits with an optional sign, decimal point and exponent; `Double` alone would also accept `0x1p4`, `nan` and
    /// `inf`.
    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
        else {
            return nil
        }
        return number
    }
}
