import Foundation

/// The texts of a bot in one language, read from a file of lines such as `greeting = Hello, {name}!`.
///
/// Empty lines and lines that begin with `#` are comments. In a text, `\n` is a line break, and `\\`, `\{` and `\}` stand for the
/// character itself.
struct BotTextFile {
    /// A part of a text.
    enum Part: Hashable {
        case words(String)
        case placeholder(String)
    }

    /// A placeholder and its column.
    struct Placeholder: Hashable {
        var name: String
        var column: Int
    }

    struct Entry {
        var key: String
        var line: Int
        /// The column at which the text begins.
        var column: Int
        var parts: [Part]
        var placeholders: [Placeholder]
    }

    /// The languages of which every bot needs a file: those of `Language`.
    static let languages = ["en", "vi"]

    /// The path.
    let name: String
    let language: String
    private(set) var entries: [Entry] = []
    private(set) var problems: [BotTextError] = []

    /// Reads a file.
    ///
    /// - Throws: `BotTextError` for a file that is no text or whose name has no language.
    init(_ name: String, _ bytes: Data) throws(BotTextError) {
        func problem(_ message: String) -> BotTextError { BotTextError(file: name, line: 1, column: 1, message: message) }
        let parts = name.split(separator: "/").last.map { $0.split(separator: ".") } ?? []
        guard parts.count == 3, Self.isName(parts[0]), Self.languages.contains(String(parts[1])) else {
            let names = Self.languages.map { "Quiz.\($0).texts" }.joined(separator: " and ")
            throw problem("the name of a file of texts has a bot and a language, as in \(names)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw problem("the file is not UTF-8") }
        self.name = name
        language = String(parts[1])
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            do throws(BotTextError) {
                guard let entry = try entry(Array(line.trimmingSuffix { $0.isWhitespace }), line: index + 1) else { continue }
                if let first = entries.first(where: { $0.key == entry.key }) {
                    throw BotTextError(
                        file: name, line: entry.line, column: 1,
                        message: "'\(entry.key)' has a text already, in line \(first.line)")
                }
                entries.append(entry)
            } catch {
                problems.append(error)
            }
        }
    }

    /// Returns whether a word is a name in Swift: letters, digits and underscores.
    static func isName(_ word: some StringProtocol) -> Bool {
        guard let first = word.utf8.first, !(48...57).contains(first) else { return false }
        return word.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 95 }
    }

    private func entry(_ line: [Character], line number: Int) throws(BotTextError) -> Entry? {
        guard let first = line.first, first != "#" else { return nil }
        func problem(_ column: Int, _ message: String) -> BotTextError {
            BotTextError(file: name, line: number, column: column + 1, message: message)
        }
        guard let sign = line.firstIndex(of: "="), !first.isWhitespace else {
            throw problem(0, "a line is 'key = text', or a comment that begins with #")
        }
        let key = String(line[..<sign]).trimmingCharacters(in: .whitespaces)
        guard Self.isName(key) else {
            throw problem(0, "'\(key)' is no key: letters, digits and underscores, and no digit first")
        }
        guard let start = line[(sign + 1)...].firstIndex(where: { !$0.isWhitespace }) else {
            throw problem(sign, "the text of '\(key)' is empty")
        }
        var entry = Entry(key: key, line: number, column: start + 1, parts: [], placeholders: [])
        var words = ""
        var index = start
        while index < line.count {
            switch line[index] {
            case "\\":
                let next = index + 1 < line.count ? line[index + 1] : " "
                guard "n\\{}".contains(next) else { throw problem(index, "a backslash precedes n, {, } or another backslash") }
                words.append(next == "n" ? "\n" : next)
                index += 2
            case "{":
                let end = line[index...].firstIndex(of: "}")
                let placeholder = end.map { String(line[(index + 1)..<$0]) } ?? ""
                guard let end, Self.isName(placeholder) else {
                    throw problem(index, "a placeholder is a name in braces, as in {name}; write \\{ for the brace itself")
                }
                if !words.isEmpty { entry.parts.append(.words(words)) }
                words = ""
                entry.parts.append(.placeholder(placeholder))
                if !entry.placeholders.contains(where: { $0.name == placeholder }) {
                    entry.placeholders.append(Placeholder(name: placeholder, column: index + 1))
                }
                index = end + 1
            case "}": throw problem(index, "a closing brace without an opening one; write \\} for the brace itself")
            default:
                words.append(line[index])
                index += 1
            }
        }
        if !words.isEmpty { entry.parts.append(.words(words)) }
        return entry
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, predicate(last) { text.removeLast() }
        return text
    }
}
