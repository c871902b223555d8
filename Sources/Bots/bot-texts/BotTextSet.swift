/// The texts of a bot in every language.
struct BotTextSet {
    private let files: [BotTextFile]

    /// Creates the set of one bot's files.
    ///
    /// - Precondition: There is a file.
    init(_ files: [BotTextFile]) {
        precondition(!files.isEmpty, "texts are made of files")
        self.files = files.sorted { $0.language < $1.language }
    }

    /// The mistakes within the files, and between them: each file has each key, with the same placeholders.
    var problems: [BotTextError] {
        let present = Set(files.map(\.language))
        let missing = BotTextFile.languages.filter { !present.contains($0) }.map { language in
            BotTextError(
                file: files[0].name, line: 1, column: 1,
                message: "'\(Self.name(of: files[0], in: language))' is missing: a bot has a file of texts in every language")
        }
        // A line that cannot be read has been reported; its key would be reported as missing, too.
        let unread = files.flatMap(\.problems)
        guard unread.isEmpty else { return missing + unread }
        return missing + files.flatMap { file in files.flatMap { Self.problems(of: $0, comparedWith: file) } }
    }

    /// The mistakes of a file that another file shows.
    private static func problems(of file: BotTextFile, comparedWith other: BotTextFile) -> [BotTextError] {
        other.entries.flatMap { expected -> [BotTextError] in
            guard let entry = file.entries.first(where: { $0.key == expected.key }) else {
                return [
                    BotTextError(
                        file: other.name, line: expected.line, column: 1,
                        message: "'\(expected.key)' has no text in '\(file.name)'")
                ]
            }
            return expected.placeholders.filter { placeholder in !entry.placeholders.contains { $0.name == placeholder.name } }
                .map {
                    BotTextError(
                        file: file.name, line: entry.line, column: entry.column,
                        message:
                            "the text of '\(entry.key)' lacks {\($0.name)}, which \(other.name):\(expected.line):\($0.column) has"
                    )
                }
        }
    }

    private static func name(of file: BotTextFile, in language: String) -> String {
        file.name.dropLast("\(file.language).texts".count) + "\(language).texts"
    }

    /// The name of the bot.
    var bot: String { String(files[0].name.split(separator: "/").last?.prefix { $0 != "." } ?? "") }

    /// Swift source with a property or function for each text.
    ///
    /// - Precondition: The set has no problems.
    var source: String {
        let members = files[0].entries.map { entry -> String in
            let texts = files.map { file -> String in
                guard let text = file.entries.first(where: { $0.key == entry.key }) else {
                    preconditionFailure("only a complete set has a source")
                }
                return Self.literal(text.parts)
            }
            let arguments = entry.placeholders.map(\.name).map { "\($0): some CustomStringConvertible" }.joined(separator: ", ")
            let head = arguments.isEmpty ? "var `\(entry.key)`:" : "func `\(entry.key)`(\(arguments)) ->"
            return """
                    static \(head) LocalizedText {
                        LocalizedText(\(texts[0]), vi: \(texts[1]))
                    }
                """
        }
        let names = files.map { file in file.name.split(separator: "/").last.map(String.init) ?? file.name }
        let lines = [
            "import BotKit", "", "/// The texts of \(names.joined(separator: " and ")).", "enum \(bot)Texts {",
            members.joined(separator: "\n"), "}", "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func literal(_ parts: [BotTextFile.Part]) -> String {
        let text = parts.map { part in
            switch part {
            case .placeholder(let name): "\\(\(name))"
            case .words(let words):
                words.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\n": "\\n"
                    case "\"": "\\\""
                    case "\\": "\\\\"
                    default: scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
                    }
                }.joined()
            }
        }
        return "\"\(text.joined())\""
    }
}
