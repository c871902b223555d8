/// The rewriting of `(?![C])[D]+`, a look-ahead before a class of characters, as the classes of RE2.
///
/// The first character is one of `D` that is not in `C`, and those after it are of `D`.
enum ClassDifference {
    /// Returns the pattern with the look-ahead replaced; `nil` if it has another form.
    static func rewritten(_ pattern: String) -> String? {
        guard pattern.utf8.count <= 2000,
            let found = pattern.wholeMatch(of: /\(\?!\[([^\[\]\\^-]+)\]\)\[([^\[\]^]+)\](\+|\*)?/),
            let ranges = ranges(of: found.output.2), found.output.3 != "*"
        else { return nil }
        let first = found.output.1.unicodeScalars.reduce(ranges) { ranges, scalar in ranges.flatMap { without(scalar, $0) } }
        guard !first.isEmpty else { return nil }
        let inner = first.map(text).joined()
        return "[\(inner)]" + (found.output.3 == nil ? "" : "[\(found.output.2)]*")
    }

    /// Reads the characters and ranges of a class; `nil` if it has others, such as `\\w`.
    private static func ranges(of text: Substring) -> [ClosedRange<UInt32>]? {
        var characters: [(code: UInt32, isLiteral: Bool)] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                characters.append((scalar.value, scalar != "-"))
                continue
            }
            // `ForeignPattern` has written every code point in this form.
            guard rest.popFirst() == "x", rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
                let code = UInt32(String(rest[..<end]), radix: 16)
            else { return nil }
            rest = rest[rest.index(after: end)...]
            characters.append((code, true))
        }
        var ranges: [ClosedRange<UInt32>] = []
        var index = 0
        while index < characters.count {
            let first = characters[index]
            guard first.isLiteral else { return nil }
            if index + 2 < characters.count, !characters[index + 1].isLiteral {
                let last = characters[index + 2]
                guard last.isLiteral, first.code <= last.code else { return nil }
                ranges.append(first.code...last.code)
                index += 3
            } else {
                ranges.append(first.code...first.code)
                index += 1
            }
        }
        return ranges
    }

    private static func without(_ scalar: Unicode.Scalar, _ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard range.contains(scalar.value) else { return [range] }
        let before = range.lowerBound < scalar.value ? [range.lowerBound...(scalar.value - 1)] : []
        return before + (scalar.value < range.upperBound ? [(scalar.value + 1)...range.upperBound] : [])
    }

    private static func text(_ range: ClosedRange<UInt32>) -> String {
        func escape(_ code: UInt32) -> String { "\\x{\(String(code, radix: 16))}" }
        return range.count == 1 ? escape(range.lowerBound) : "\(escape(range.lowerBound))-\(escape(range.upperBound))"
    }
}
