import Foundation

/// Checks the files of texts of one bot, and writes the Swift source with them: `bot-texts OUTPUT FILE…`.
///
/// The plugin `BotTexts` runs it for every build. Exit codes: 0 success, 1 mistakes in the files, 2 wrong usage.
@main
struct BotTexts {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let output = arguments.first, arguments.count > 1 else {
            try report("usage: bot-texts OUTPUT FILE…")
            exit(2)
        }
        var files: [BotTextFile] = []
        var problems: [BotTextError] = []
        for name in arguments.dropFirst() {
            do throws(BotTextError) {
                files.append(try BotTextFile(name, try contents(of: name)))
            } catch {
                problems.append(error)
            }
        }
        if !files.isEmpty, problems.isEmpty { problems = BotTextSet(files).problems }
        guard problems.isEmpty else {
            try report(problems.map(\.description).joined(separator: "\n"))
            exit(1)
        }
        try Data(BotTextSet(files).source.utf8).write(to: URL(filePath: output))
    }

    private static func contents(of name: String) throws(BotTextError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: name))
        } catch {
            throw BotTextError(file: name, line: 1, column: 1, message: "the file cannot be read: \(error.localizedDescription)")
        }
    }

    private static func report(_ text: String) throws {
        try FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
