import Foundation
import TextFolding

/// Translates a pattern written by an operator into an RE2 pattern over a folded text, or reports why it is not supported.
///
/// RE2 supports `\w` and `\b` for ASCII only. `\w` is replaced by a class of all letters. `\b` is correct if marks are folded,
/// because Vietnamese is ASCII then; otherwise it is replaced by the neighbouring character that it requires, which works only at
/// both ends of a pattern.
struct PatternTranslator {
    private let source: [Unicode.Scalar]
    private let pattern: String
    private let folds: FoldSet
    private var index = 0
    private var output = String.UnicodeScalarView()
    private var afterRepetition = false
    /// A Boolean value that indicates whether the preceding element may be repeated; false at the beginning and after '(' and
    /// '|'.
    private var isRepeatable = false
    private var boundaryBefore = false
    private var boundaryAfter = false

    /// The characters of words, in a few Unicode ranges: RE2's own classes of all letters take 30 KiB and half a millisecond for
    /// each `\w`. In scripts other than Latin, punctuation counts as letters.
    private static let word =
        #"0-9A-Za-z_\x{AA}\x{B5}\x{BA}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1FFF}"#
        + #"\x{2C00}-\x{2DFF}\x{3005}-\x{3007}\x{3021}-\x{D7FF}\x{F900}-\x{FDFF}\x{FE20}-\x{FE2F}\x{FE70}-\x{FEFE}"#
        + #"\x{FF10}-\x{FF19}\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A}\x{FF66}-\x{FFDC}"#
        + #"\x{10000}-\x{1BFFF}\x{1D400}-\x{1D7FF}\x{1E000}-\x{1EFFF}\x{20000}-\x{3FFFF}"#

    struct Translated: Hashable, Sendable {
        let text: String
        /// The capture group that holds the match: 1 if surrounding text had to be matched as well.
        let group: Int
    }

    /// Translates a pattern.
    ///
    /// - Parameter folds: The folds of the text without `case`, which RE2 handles itself.
    static func translate(_ pattern: String, folds: FoldSet) throws(PatternError) -> Translated {
        let composed = folds.has(.marks) ? pattern : pattern.precomposedStringWithCanonicalMapping
        var translator = PatternTranslator(source: Array(composed.unicodeScalars), pattern: pattern, folds: folds)
        return try translator.run()
    }

    private init(source: [Unicode.Scalar], pattern: String, folds: FoldSet) {
        self.source = source
        self.pattern = pattern
        self.folds = folds
    }

    private mutating func run() throws(PatternError) -> Translated {
        while index < source.count {
            switch source[index] {
            case "\\": try escape(inClass: false)
            case "[": try characterClass()
            case "(": try group()
            case "*", "+", "?", "{": try repetition()
            default: literal()
            }
        }
        guard boundaryBefore || boundaryAfter else { return Translated(text: String(output), group: 0) }
        let before = boundaryBefore ? "(?:^|(?-i:[^\(Self.word)]))" : ""
        let after = boundaryAfter ? "(?:$|(?-i:[^\(Self.word)]))" : ""
        return Translated(text: "\(before)(\(String(output)))\(after)", group: 1)
    }

    private mutating func literal() {
        let scalar = source[index]
        index += 1
        afterRepetition = false
        isRepeatable = scalar != "|"
        guard !scalar.isASCII else { return output.append(scalar) }
        if let folded = ScalarFolding.folded(scalar, by: folds) { emitLiteral(folded.scalar) }
    }

    /// Appends a folded scalar, escaped if needed: a letter such as a fullwidth `（` may fold to an operator.
    private mutating func emitLiteral(_ scalar: Unicode.Scalar) {
        if "\\.+*?()|[]{}^$-".unicodeScalars.contains(scalar) { output.append("\\") }
        output.append(scalar)
    }

    private mutating func copy(_ count: Int) {
        let end = min(source.count, index + count)
        output.append(contentsOf: source[index..<end])
        index = end
    }

    private mutating func escape(inClass: Bool) throws(PatternError) {
        afterRepetition = false
        isRepeatable = true
        guard index + 1 < source.count else {
            throw invalid("the pattern ends with a '\\'", length: 1, suggestion: #"write '\\' for a literal backslash"#)
        }
        switch source[index + 1] {
        case "1"..."9", "k":
            throw unsupported("a back-reference", length: 2, suggestion: "write out the repeated text")
        case "Q": throw unsupported("'\\Q'", length: 2, suggestion: "write '\\' before each character, or use contains")
        case "G", "X", "K", "R": throw unsupported("'\\\(source[index + 1])'", length: 2)
        case "w": replace(with: inClass ? Self.word : "(?-i:[\(Self.word)])")
        case "W":
            if inClass {
                throw unsupported("'\\W' inside a class", length: 2, suggestion: "write the class without '^' around '\\w'")
            }
            replace(with: "(?-i:[^\(Self.word)])")
        case "b" where !inClass: try boundary()
        case "B" where !folds.has(.marks):
            throw unsupported("'\\B' without the fold 'marks'", length: 2, suggestion: "add marks to fold")
        case "p", "P":
            let brace = index + 2 < source.count && source[index + 2] == "{"
            let end = brace ? source[index...].firstIndex(of: "}") ?? index + 2 : index + 2
            copy(end - index + 1)
        default: copy(2)
        }
    }

    private mutating func replace(with text: String) {
        output.append(contentsOf: text.unicodeScalars)
        index += 2
    }

    private mutating func boundary() throws(PatternError) {
        if folds.has(.marks) { return copy(2) }
        if index == 0 {
            boundaryBefore = true
        } else if index + 2 == source.count {
            boundaryAfter = true
        } else {
            throw unsupported(
                "'\\b' inside a pattern without the fold 'marks'", length: 2, suggestion: "add marks to fold, or use any_word")
        }
        if hasOpenAlternative {
            throw unsupported(
                "'\\b' next to a '|' without the fold 'marks'", length: 2,
                suggestion: "add marks to fold, or put ( ) around the words")
        }
        index += 2
    }

    private mutating func group() throws(PatternError) {
        afterRepetition = false
        isRepeatable = false
        func follows(_ text: String) -> Bool { source[index...].starts(with: text.unicodeScalars) }
        if follows("(?=") {
            throw unsupported(
                "look-ahead '(?='", length: 3, suggestion: LookaroundRewriter.rewrite(pattern) ?? LookaroundRewriter.ahead)
        }
        if follows("(?!") { throw unsupported("negative look-ahead '(?!'", length: 3, suggestion: LookaroundRewriter.negative) }
        if follows("(?<=") { throw unsupported("look-behind '(?<='", length: 4, suggestion: LookaroundRewriter.lookbehind) }
        if follows("(?<!") {
            throw unsupported("negative look-behind '(?<!'", length: 4, suggestion: LookaroundRewriter.negative)
        }
        if follows("(?>") { throw unsupported("an atomic group '(?>'", length: 3, suggestion: "write (?: … )") }
        if follows("(?P=") { throw unsupported("a back-reference", length: 4, suggestion: "write out the repeated text") }
        if follows("(?(") { throw unsupported("a conditional group '(?('", length: 3) }
        if follows("(?<") {
            output.append(contentsOf: "(?P<".unicodeScalars)
            index += 3
        } else if follows("(?") {
            copy(2)
        } else {
            copy(1)
        }
    }

    private mutating func repetition() throws(PatternError) {
        let count = source[index] == "{" ? counted() : 1
        guard count > 0 else { return literal() }
        try check(String(String.UnicodeScalarView(source[index..<(index + count)])))
        if afterRepetition, source[index] == "+" {
            throw unsupported("a possessive repetition", length: 1, suggestion: "remove the second operator")
        }
        let isLazy = afterRepetition && source[index] == "?"
        copy(count)
        afterRepetition = !isLazy
    }

    /// Checks that a repetition has an operand, and bounds that RE2 accepts.
    private func check(_ sign: String) throws(PatternError) {
        guard isRepeatable else {
            throw invalid(
                "'\(sign)' has nothing to repeat", length: sign.count,
                suggestion: sign == "*" ? #"write '.*' for any text, or '\*' for a literal asterisk"# : PatternError.escaping)
        }
        if afterRepetition, sign != "+", sign != "?" {
            throw invalid(
                "'\(sign)' repeats a repetition", length: sign.count,
                suggestion: "remove it, or put ( ) around the repeated part")
        }
        let bounds = sign.dropFirst().dropLast().split(separator: ",").map { Int($0) ?? Self.maxRepetitions + 1 }
        guard let least = bounds.first, let most = bounds.last else { return }
        guard most <= Self.maxRepetitions, least <= Self.maxRepetitions else {
            throw invalid(
                "'\(sign)' repeats more than \(Self.maxRepetitions) times", length: sign.count,
                suggestion: "repeat it fewer times")
        }
        guard least <= most else {
            throw invalid(
                "the minimum of '\(sign)', \(least), exceeds its maximum, \(most)", length: sign.count,
                suggestion: "write {\(most),\(least)}")
        }
    }

    private static let maxRepetitions = 1000  // RE2's own limit.

    /// Returns the length of `{2}`, `{2,}` or `{2,5}` at the current index; 0 for any other brace, which is literal.
    private func counted() -> Int {
        guard let end = source[index...].firstIndex(of: "}") else { return 0 }
        let inner = source[(index + 1)..<end]
        guard let first = inner.first, ("0"..."9").contains(first),
            inner.allSatisfy({ ("0"..."9").contains($0) || $0 == "," })
        else { return 0 }
        return end - index + 1
    }

    private mutating func characterClass() throws(PatternError) {
        let start = index
        afterRepetition = false
        copy(1)
        if index < source.count, source[index] == "^" { copy(1) }
        if index < source.count, source[index] == "]" { copy(1) }
        while index < source.count, source[index] != "]" {
            switch source[index] {
            case "\\": try escape(inClass: true)
            case "[" where index + 1 < source.count && source[index + 1] == ":":
                let end = source[index...].firstIndex(of: "]") ?? source.count - 1
                copy(end - index + 1)
            default: literal()
            }
        }
        guard index < source.count else {
            index = start
            throw invalid("'[' has no matching ']'", length: 1, suggestion: PatternError.escaping)
        }
        copy(1)
    }

    /// A Boolean value that indicates whether a '|' outside of all groups and classes splits the pattern, so that a boundary
    /// would apply to one side only.
    private var hasOpenAlternative: Bool {
        var depth = 0
        var position = 0
        var inClass = false
        while position < source.count {
            switch source[position] {
            case "\\": position += 1
            case "[" where !inClass: inClass = true
            case "]" where inClass: inClass = false
            case "(" where !inClass: depth += 1
            case ")" where !inClass: depth -= 1
            case "|" where !inClass && depth == 0: return true
            default: break
            }
            position += 1
        }
        return false
    }

    private func unsupported(_ what: String, length: Int, suggestion: String? = nil) -> PatternError {
        PatternError(
            code: .unsupported, message: "\(what) is not supported (patterns must run in linear time)", offset: index,
            length: length, suggestion: suggestion)
    }

    private func invalid(_ message: String, length: Int, suggestion: String) -> PatternError {
        PatternError(code: .invalid, message: message, offset: index, length: length, suggestion: suggestion)
    }
}
