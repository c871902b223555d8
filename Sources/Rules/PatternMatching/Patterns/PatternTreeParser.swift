/// Parses patterns that RE2 has accepted. Returns `nil` for notations that it does not know, of which nothing is said then.
struct PatternTreeParser {
    private struct Unknown: Error {}

    /// The flags that apply to a part: `(?i)`, `(?m)`, `(?s)`.
    private struct Flags {
        var ignoresCase: Bool
        var isMultiline = false
        var dotMatchesNewline = false
    }

    private let source: [Unicode.Scalar]
    private var index = 0
    private var flags: Flags
    private var depth = 0

    private static let maxDepth = 50  // Levels of groups.

    static func tree(of pattern: String, isCaseSensitive: Bool) -> PatternTree? {
        var parser = PatternTreeParser(
            source: Array(pattern.unicodeScalars), flags: Flags(ignoresCase: !isCaseSensitive))
        guard let tree = try? parser.alternatives(), parser.index == parser.source.count else { return nil }
        return tree
    }

    private init(source: [Unicode.Scalar], flags: Flags) {
        self.source = source
        self.flags = flags
    }

    private var next: Unicode.Scalar? { index < source.count ? source[index] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard source[index...].starts(with: text.unicodeScalars) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    private mutating func alternatives() throws(Unknown) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else { throw Unknown() }
        var parts = [try sequence()]
        while next == "|" {
            index += 1
            parts.append(try sequence())
        }
        return parts.count == 1 ? parts[0] : .alternatives(parts)
    }

    private mutating func sequence() throws(Unknown) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let part = try element() else { continue }
            parts.append(try repeated(part))
        }
        return .sequence(parts)
    }

    private mutating func repeated(_ part: PatternTree) throws(Unknown) -> PatternTree {
        var part = part
        while let scalar = next {
            switch scalar {
            case "*": part = .repetition(part, min: 0, max: nil)
            case "+": part = .repetition(part, min: 1, max: nil)
            case "?": part = .repetition(part, min: 0, max: 1)
            case "{":
                guard let bounds = counts() else { return part }
                part = .repetition(part, min: bounds.min, max: bounds.max)
                continue
            default: return part
            }
            index += 1
        }
        return part
    }

    /// Takes `{2}`, `{2,}` or `{2,5}`, and a `?` after it, which changes only which match is preferred.
    private mutating func counts() -> (min: Int, max: Int?)? {
        guard let end = source[index...].firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(source[(index + 1)..<end]))
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let min = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
        index = end + 1
        if next == "?" { index += 1 }
        return (min, parts.count == 1 ? min : Int(parts[1]))
    }

    /// Takes one element; `nil` for flags, which match nothing themselves.
    private mutating func element() throws(Unknown) -> PatternTree? {
        guard let scalar = next else { throw Unknown() }
        switch scalar {
        case "(": return try group()
        case "[": return .character(try characterClass())
        case "\\": return try escape()
        default: index += 1
        }
        switch scalar {
        case "^": return .assertion(flags.isMultiline ? .startOfLine : .startOfText)
        case "$": return .assertion(flags.isMultiline ? .endOfLine : .endOfText)
        case ".": return .character(flags.dotMatchesNewline ? .all : PatternTree.CharacterSet.newline.inverted)
        case "*", "+", "?": throw Unknown()
        default: return .character(literal(scalar.value))
        }
    }

    private mutating func group() throws(Unknown) -> PatternTree? {
        let outer = flags
        if take("(?P<") {
            guard let end = source[index...].firstIndex(of: ">") else { throw Unknown() }
            index = end + 1
        } else if take("(?") {
            var isOn = true
            flags: while let scalar = next {
                index += 1
                switch scalar {
                case "i": flags.ignoresCase = isOn
                case "m": flags.isMultiline = isOn
                case "s": flags.dotMatchesNewline = isOn
                case "U": break
                case "-": isOn = false
                case ":": break flags
                case ")": return nil  // The flags hold for the rest of the group around it.
                default: throw Unknown()
                }
            }
        } else {
            index += 1
        }
        let inner = try alternatives()
        guard next == ")" else { throw Unknown() }
        index += 1
        flags = outer
        return inner
    }

    private mutating func escape() throws(Unknown) -> PatternTree {
        guard index + 1 < source.count else { throw Unknown() }
        let assertion: PatternTree.Assertion? =
            switch source[index + 1] {
            case "b": .wordBoundary
            case "B": .noWordBoundary
            case "A": .startOfText
            case "z": .endOfText
            default: nil
            }
        guard let assertion else { return .character(try escapedSet()) }
        index += 2
        return .assertion(assertion)
    }

    private mutating func escapedSet() throws(Unknown) -> PatternTree.CharacterSet {
        guard index + 1 < source.count else { throw Unknown() }
        let letter = source[index + 1]
        index += 2
        switch letter {
        case "d": return .init([0x30...0x39])
        case "D": return PatternTree.CharacterSet([0x30...0x39]).inverted
        case "w": return .word
        case "W": return PatternTree.CharacterSet.word.inverted
        case "s": return .init([9...10, 12...13, 32...32])
        case "S": return PatternTree.CharacterSet([9...10, 12...13, 32...32]).inverted
        case "n": return .newline
        case "t": return .init([9...9])
        case "r": return .init([13...13])
        case "f": return .init([12...12])
        case "v": return .init([11...11])
        case "a": return .init([7...7])
        case "x": return literal(try hexadecimal())
        default:
            // Classes by name, and notations of bytes.
            guard letter.isASCII, !letter.properties.isAlphabetic, !("0"..."9").contains(letter) else { throw Unknown() }
            return literal(letter.value)
        }
    }

    private mutating func hexadecimal() throws(Unknown) -> UInt32 {
        var digits = ""
        if next == "{" {
            guard let end = source[index...].firstIndex(of: "}") else { throw Unknown() }
            digits = String(String.UnicodeScalarView(source[(index + 1)..<end]))
            index = end + 1
        } else {
            let end = min(index + 2, source.count)
            digits = String(String.UnicodeScalarView(source[index..<end]))
            index = end
        }
        guard let value = UInt32(digits, radix: 16), value <= 0x10FFFF else { throw Unknown() }
        return value
    }

    private mutating func characterClass() throws(Unknown) -> PatternTree.CharacterSet {
        index += 1
        let isInverted = next == "^"
        if isInverted { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            // Classes such as `[:alpha:]`.
            if scalar == "[", index + 1 < source.count, source[index + 1] == ":" { throw Unknown() }
            let start = try classItem()
            guard next == "-", index + 1 < source.count, source[index + 1] != "]", let low = start.single else {
                ranges += start.set.ranges
                continue
            }
            index += 1
            guard let high = try classItem().single, low <= high else { throw Unknown() }
            ranges.append(low...high)
        }
        guard next == "]" else { throw Unknown() }
        index += 1
        let set = flags.ignoresCase ? Self.ignoringCase(.init(ranges)) : .init(ranges)
        return isInverted ? set.inverted : set
    }

    private mutating func classItem() throws(Unknown) -> (set: PatternTree.CharacterSet, single: UInt32?) {
        guard let scalar = next else { throw Unknown() }
        guard scalar == "\\" else {
            index += 1
            return (.init([scalar.value...scalar.value]), scalar.value)
        }
        let outer = flags
        flags.ignoresCase = false
        defer { flags = outer }
        let set = try escapedSet()
        let isSingle = set.ranges.count == 1 && set.ranges[0].count == 1
        return (set, isSingle ? set.ranges[0].lowerBound : nil)
    }

    private func literal(_ value: UInt32) -> PatternTree.CharacterSet {
        let set = PatternTree.CharacterSet([value...value])
        return flags.ignoresCase ? Self.ignoringCase(set) : set
    }

    /// Adds the other case of Latin letters, and the two signs beyond ASCII that RE2 takes for `k` and `s`.
    private static func ignoringCase(_ set: PatternTree.CharacterSet) -> PatternTree.CharacterSet {
        var ranges = set.ranges
        for (small, capital) in zip(UInt32(97)...122, UInt32(65)...90) where set.contains(small) || set.contains(capital) {
            ranges += [small...small, capital...capital]
            if small == 107 { ranges.append(0x212A...0x212A) }
            if small == 115 { ranges.append(0x17F...0x17F) }
        }
        return .init(ranges)
    }
}
