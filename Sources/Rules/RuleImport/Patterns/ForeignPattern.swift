import Foundation

/// A regular expression of another dialect, written for RE2 where the two differ in notation only.
struct ForeignPattern: Hashable {
    /// The pattern without comments and without the flag for case at its beginning.
    private(set) var text: String
    /// A Boolean value that indicates whether the pattern itself asks for case to be ignored.
    private(set) var ignoresCase = false
    /// A Boolean value that indicates whether the pattern has a `.` that matches any character.
    private(set) var hasWildcard = false

    /// The escapes of punctuation that have no meaning, which some engines reject.
    private static let needless: Set<Unicode.Scalar> = Set("_'\"#@!%&=:;,<>~`/ ".unicodeScalars)

    init(_ source: String) {
        var scalars = Array(source.unicodeScalars)
        while let flags = Self.leadingFlags(scalars) {
            if flags.letters.contains("i") { ignoresCase = true }
            let rest = flags.letters.filter { $0 == "s" || $0 == "m" }
            scalars = (rest.isEmpty ? [] : Array("(?\(rest))".unicodeScalars)) + scalars.dropFirst(flags.length)
            if !rest.isEmpty { break }
        }
        var output = String.UnicodeScalarView()
        var index = 0
        var inClass = false
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\", index + 1 < scalars.count {
                let (replacement, length) = Self.escape(in: scalars, at: index)
                output.append(contentsOf: replacement)
                index += length
                continue
            }
            if !inClass, scalars[index...].starts(with: "(?#".unicodeScalars) {
                index = scalars[index...].firstIndex(of: ")").map { $0 + 1 } ?? scalars.count
                continue
            }
            if !inClass, scalar == "{", scalars[index...].dropFirst().first == "," {
                output.append(contentsOf: "{0".unicodeScalars)
                index += 1
                continue
            }
            if scalar == "[", !inClass {
                inClass = true
                output.append(scalar)
                index += 1
                // `]` first in a class stands for itself.
                for sign in ["^", "]"] as [Unicode.Scalar] where index < scalars.count && scalars[index] == sign {
                    output.append(sign)
                    index += 1
                }
                continue
            }
            if scalar == "]" { inClass = false }
            if scalar == ".", !inClass { hasWildcard = true }
            output.append(scalar)
            index += 1
        }
        text = String(output)
    }

    /// Returns the flags of `(?i)` at the beginning, and their length.
    private static func leadingFlags(_ scalars: [Unicode.Scalar]) -> (letters: String, length: Int)? {
        guard scalars.starts(with: "(?".unicodeScalars), let end = scalars.prefix(8).firstIndex(of: ")") else { return nil }
        let letters = scalars[2..<end]
        guard !letters.isEmpty, letters.allSatisfy({ "imsux".unicodeScalars.contains($0) }), !letters.contains("x") else {
            return nil
        }
        return (String(String.UnicodeScalarView(letters)), end + 1)
    }

    private static func escape(in scalars: [Unicode.Scalar], at index: Int) -> (text: [Unicode.Scalar], length: Int) {
        let next = scalars[index + 1]
        switch next {
        case "u", "U":
            guard let (code, length) = codePoint(in: scalars, at: index) else { break }
            return (Array("\\x{\(String(code, radix: 16))}".unicodeScalars), length)
        case "Z": return (["\\", "z"], 2)
        default: if needless.contains(next) { return ([next], 2) }
        }
        return ([scalars[index], next], 2)
    }

    /// Reads `\u00E9`, `\u{1F600}`, `\U0001F600` or a pair of surrogates.
    private static func codePoint(in scalars: [Unicode.Scalar], at index: Int) -> (code: UInt32, length: Int)? {
        func digits(_ start: Int, _ count: Int) -> UInt32? {
            guard start + count <= scalars.count else { return nil }
            return UInt32(String(String.UnicodeScalarView(scalars[start..<(start + count)])), radix: 16)
        }
        if scalars[index + 1] == "U" { return digits(index + 2, 8).map { ($0, 10) } }
        if index + 2 < scalars.count, scalars[index + 2] == "{" {
            guard let end = scalars[index...].prefix(12).firstIndex(of: "}"), end > index + 3 else { return nil }
            return digits(index + 3, end - index - 3).map { ($0, end - index + 1) }
        }
        guard let code = digits(index + 2, 4) else { return nil }
        if (0xD800...0xDBFF).contains(code), scalars[min(index + 6, scalars.count)...].starts(with: "\\u".unicodeScalars),
            let low = digits(index + 8, 4), (0xDC00...0xDFFF).contains(low)
        {
            return (0x10000 + (code - 0xD800) << 10 + (low - 0xDC00), 12)
        }
        return (code, 6)
    }

    /// Returns a text as a pattern that matches it alone.
    static func literal(_ text: String) -> String {
        String(
            text.unicodeScalars.flatMap { scalar -> [Character] in
                "\\.+*?()|[]{}^$".unicodeScalars.contains(scalar) ? ["\\", Character(scalar)] : [Character(scalar)]
            })
    }
}
