import BotKit
import Foundation
import Testing

@testable import bot_texts

struct BotTextSetTests {
    /// Returns the set of two files of the bot Quiz.
    private func set(_ en: String, _ vi: String?) throws -> BotTextSet {
        var files = [try BotTextFile("Quiz.en.texts", Data(en.utf8))]
        if let vi { files.append(try BotTextFile("Quiz.vi.texts", Data(vi.utf8))) }
        return BotTextSet(files)
    }

    private func problems(_ en: String, _ vi: String?) throws -> [String] { try set(en, vi).problems.map(\.description) }

    @Test func `complete files become a property or a function for each text`() throws {
        let set = try set(
            """
            # What the bot says.
            hello = Hello, {name}! {name} has "{points}" \\{points\\}.\\n\\\\

            end = The end.

            """,
            """
            end = Hết.
            hello = {points} điểm cho {name}.\r
            """)
        #expect(set.problems == [])
        #expect(
            set.source == #"""
                import BotKit

                /// The texts of Quiz.en.texts and Quiz.vi.texts.
                enum QuizTexts {
                    static func `hello`(name: some CustomStringConvertible, points: some CustomStringConvertible) -> LocalizedText {
                        LocalizedText("Hello, \(name)! \(name) has \"\(points)\" {points}.\n\\", vi: "\(points) điểm cho \(name).")
                    }
                    static var `end`: LocalizedText {
                        LocalizedText("The end.", vi: "Hết.")
                    }
                }

                """#)
    }

    @Test func `a text of one language alone is reported where it is`() throws {
        #expect(
            try problems("a = A\nb = B", "a = A\nc = C") == [
                "Quiz.en.texts:2:1: error: 'b' has no text in 'Quiz.vi.texts'",
                "Quiz.vi.texts:2:1: error: 'c' has no text in 'Quiz.en.texts'",
            ])
    }

    @Test func `a placeholder of one language alone is reported at the text that lacks it`() throws {
        #expect(
            try problems("a = A {one}\nb =  B", "a = A\nb = {two} B") == [
                "Quiz.vi.texts:1:5: error: the text of 'a' lacks {one}, which Quiz.en.texts:1:7 has",
                "Quiz.en.texts:2:6: error: the text of 'b' lacks {two}, which Quiz.vi.texts:2:5 has",
            ])
    }

    @Test func `a language without a file is reported`() throws {
        #expect(
            try problems("a = A", nil) == [
                "Quiz.en.texts:1:1: error: 'Quiz.vi.texts' is missing: a bot has a file of texts in every language"
            ])
    }

    @Test(arguments: [
        ("hello", "1:1: error: a line is 'key = text', or a comment that begins with #"),
        (" a = b", "1:1: error: a line is 'key = text', or a comment that begins with #"),
        ("two words = b", "1:1: error: 'two words' is no key: letters, digits and underscores, and no digit first"),
        ("1a = b", "1:1: error: '1a' is no key: letters, digits and underscores, and no digit first"),
        ("a =  ", "1:3: error: the text of 'a' is empty"),
        ("a = ấ {name", "1:7: error: a placeholder is a name in braces, as in {name}; write \\{ for the brace itself"),
        ("a = {}", "1:5: error: a placeholder is a name in braces, as in {name}; write \\{ for the brace itself"),
        ("a = {two words}", "1:5: error: a placeholder is a name in braces, as in {name}; write \\{ for the brace itself"),
        ("a = b}", "1:6: error: a closing brace without an opening one; write \\} for the brace itself"),
        ("a = \\t", "1:5: error: a backslash precedes n, {, } or another backslash"),
        ("a = \\", "1:5: error: a backslash precedes n, {, } or another backslash"),
        ("a = b\na = c", "2:1: error: 'a' has a text already, in line 1"),
    ])
    func `a line that cannot be read is reported at its column`(text: String, problem: String) throws {
        #expect(try problems(text, "b = b") == ["Quiz.en.texts:" + problem])
    }

    @Test(arguments: ["Quiz.texts", "Quiz.fr.texts", "My quiz.en.texts", "Quiz.en.vi.texts"])
    func `a name without a bot and a known language is refused`(name: String) {
        let problem = BotTextError(
            file: name, line: 1, column: 1,
            message: "the name of a file of texts has a bot and a language, as in Quiz.en.texts and Quiz.vi.texts")
        #expect(throws: problem) { _ = try BotTextFile(name, Data()) }
    }

    @Test func `a file that is no text is refused`() {
        let problem = BotTextError(file: "Quiz.en.texts", line: 1, column: 1, message: "the file is not UTF-8")
        #expect(throws: problem) { _ = try BotTextFile("Quiz.en.texts", Data([0xFF])) }
    }

    @Test func `texts exist in every language of the application`() {
        #expect(BotTextFile.languages == Language.allCases.map(\.rawValue))
    }

    /// Runs the program of the build, beside which the tests lie.
    private func run(_ arguments: [String]) throws -> (code: Int32, errors: String) {
        let process = Process()
        let tests = try #require(CommandLine.arguments.first)
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "bot-texts")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let errors = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: errors, as: UTF8.self))
    }

    @Test func `the program writes the source of complete files, and fails with the place of a mistake`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bot-texts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["Quiz.swift", "Quiz.en.texts", "Quiz.vi.texts"].map { folder.appending(path: $0) }
        try Data("a = A {one}\n".utf8).write(to: names[1])
        try Data("a = B {one}\n".utf8).write(to: names[2])
        #expect(try run(names.map { $0.path() }) == (0, ""))
        #expect(try String(contentsOf: names[0], encoding: .utf8).contains(#"LocalizedText("A \(one)", vi: "B \(one)")"#))
        try Data("a = B\n".utf8).write(to: names[2])
        let (code, errors) = try run(names.map { $0.path() })
        #expect(code == 1)
        #expect(errors == "\(names[2].path()):1:5: error: the text of 'a' lacks {one}, which \(names[1].path()):1:7 has\n")
        #expect(try run([]) == (2, "usage: bot-texts OUTPUT FILE…\n"))
        let missing = folder.appending(path: "Other.en.texts").path()
        #expect(try run([names[0].path(), missing]).errors.hasPrefix("\(missing):1:1: error: the file cannot be read: "))
    }
}
