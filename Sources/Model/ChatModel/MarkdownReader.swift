/// A parser for the Markdown that corresponds to Mezon's markup: bold, code and code blocks, in one pass. Delimiters inside code
/// are text, as are unclosed ones.
struct MarkdownReader {
    struct Stretch {
        var kind: String
        var range: TextRange
        /// The delimiters to remove, in order.
        var signs: [TextRange]
        var attributes: [String: JSONValue] = [:]
    }

    private static let grave = UInt16(UInt8(ascii: "`"))
    private static let star = UInt16(UInt8(ascii: "*"))
    private static let newline: UInt16 = 10

    private let units: [UInt16]
    private let isLive: [Bool]
    private var index = 0
    /// The positions after which no closing delimiter exists, so that no part is searched twice.
    private var isOpen: [Int: Int] = [:]

    static func isSign(_ unit: UInt16) -> Bool { unit == grave || unit == star }

    /// Creates a parser.
    ///
    /// - Parameter stretches: The ranges in which delimiters count; elsewhere they are text.
    init(_ text: String, _ stretches: [TextRange]) {
        units = Array(text.utf16)
        var isLive = Array(repeating: false, count: units.count)
        for stretch in stretches { for place in stretch.start..<stretch.end { isLive[place] = true } }
        self.isLive = isLive
    }

    mutating func read() -> [Stretch] {
        var found: [Stretch] = []
        while index < units.count {
            if let stretch = block() ?? code() ?? bold() {
                found.append(stretch)
                index = stretch.signs.last?.end ?? index + 1
            } else {
                let sign = units[index]
                repeat { index += 1 } while Self.isSign(sign) && index < units.count && units[index] == sign
            }
        }
        return found
    }

    /// Returns whether a number of equal delimiter characters is at a position and all of them count.
    private func stand(_ count: Int, of sign: UInt16, at place: Int) -> Bool {
        place + count <= units.count && (place..<(place + count)).allSatisfy { units[$0] == sign && isLive[$0] }
    }

    private mutating func closing(_ count: Int, of sign: UInt16, from start: Int, onLine: Bool) -> Int? {
        let key = count + (sign == Self.star ? 8 : 0)
        var place = start
        while place < units.count {
            if onLine, units[place] == Self.newline { return nil }
            // An earlier search from before this position found no closing delimiter.
            if !onLine, let known = isOpen[key], place >= known { return nil }
            if stand(count, of: sign, at: place) { return place }
            place += 1
        }
        if !onLine { isOpen[key] = start }
        return nil
    }

    private mutating func block() -> Stretch? {
        guard stand(3, of: Self.grave, at: index), let end = closing(3, of: Self.grave, from: index + 3, onLine: false) else {
            return nil
        }
        var start = index + 3
        var attributes: [String: JSONValue] = [:]
        if let line = units[start..<end].firstIndex(of: Self.newline) {
            let word = String(decoding: units[start..<line], as: UTF16.self)
            if word.allSatisfy({ $0.isLetter || $0.isNumber || "+#-".contains($0) }) {
                if !word.isEmpty { attributes["language"] = .string(word) }
                start = line + 1
            }
        }
        let last = end > start && units[end - 1] == Self.newline ? end - 1 : end
        guard last > start else { return nil }
        return Stretch(
            kind: "pre", range: TextRange(start, last), signs: [TextRange(index, start), TextRange(last, end + 3)],
            attributes: attributes)
    }

    private mutating func code() -> Stretch? {
        guard stand(1, of: Self.grave, at: index), !stand(2, of: Self.grave, at: index),
            let end = closing(1, of: Self.grave, from: index + 1, onLine: true), end > index + 1
        else { return nil }
        return Stretch(
            kind: "c", range: TextRange(index + 1, end), signs: [TextRange(index, index + 1), TextRange(end, end + 1)])
    }

    private mutating func bold() -> Stretch? {
        let start = index + 2
        guard stand(2, of: Self.star, at: index), start < units.count, !Self.isSpace(units[start]), units[start] != Self.star,
            let end = closing(2, of: Self.star, from: start, onLine: true), end > start, !Self.isSpace(units[end - 1])
        else { return nil }
        return Stretch(kind: "b", range: TextRange(start, end), signs: [TextRange(index, start), TextRange(end, end + 2)])
    }

    private static func isSpace(_ unit: UInt16) -> Bool { unit == 32 || (9...13).contains(unit) }
}
