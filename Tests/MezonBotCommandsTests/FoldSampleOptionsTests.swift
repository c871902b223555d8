import BotTesting
import Foundation
import Testing

struct FoldSampleOptionsTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try write(
            """
            version: 1
            bot: { gateway: local }
            lists: { rude: { words: [spam], fold: [case] } }
            rules: []

            """, to: "config.yaml")
        try write("sp4m here\nSPAM\nspam\n# a comment\nham\n", to: "texts.txt")
    }

    private func write(_ text: String, to file: String) throws {
        try text.write(toFile: folder.path + "/" + file, atomically: true, encoding: .utf8)
    }

    private func check(_ arguments: String...) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["check"] + arguments, in: folder.path)
    }

    @Test func `each fold is listed with what it finds in a file`() async throws {
        let outcome = try await check("--sample", "texts.txt")
        #expect(outcome.code == 0 && outcome.output.contains("word list rude: found in 2 of 4 messages (entries: 1)"))
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains { $0.contains(" case ") && $0.contains("yes") && $0.contains("'spam' 1") }, "\(outcome.output)")
        #expect(lines.contains { $0.contains(" leet ") && $0.contains("no") && $0.contains("'sp4m' 1") })
        let json = try await check("--sample", "texts.txt", "--format", "json")
        #expect(json.output.contains("\"messages\":4") || json.output.contains("\"messages\" : 4"), "\(json.output)")
    }

    @Test func `a long file is searched in part, which is said`() async throws {
        try write((1...3000).map { "\($0.isMultiple(of: 3) ? "spam" : "ham")\n" }.joined(), to: "long.txt")
        let outcome = try await check("--sample", "long.txt", "--sample-size", "1000")
        #expect(outcome.code == 0 && outcome.output.contains("of 1000 messages"))
        #expect(outcome.errors.contains("long.txt: 1000 of 3000 messages are searched; --sample-size takes more"))
    }

    @Test func `a sample that cannot be read is an error`() async throws {
        #expect(try await check("--sample", "missing.txt").code == 2)
        try write("# nothing\n", to: "empty.txt")
        let empty = try await check("--sample", "empty.txt")
        #expect(empty.code == 2 && empty.errors.contains("empty.txt contains no texts"))
        #expect(try await check("--sample", "texts.txt", "--sample-size", "0").code == 64)
        try write("version: 1\nbot: { gateway: local }\n", to: "none.yaml")
        let none = try await check("--config", "none.yaml", "--sample", "texts.txt")
        #expect(none.code == 2 && none.errors.contains("the configuration has no word lists"))
    }
}
