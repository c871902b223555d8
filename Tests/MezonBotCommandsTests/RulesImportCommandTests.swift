import BotTesting
import Foundation
import Testing

struct RulesImportCommandTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try write("title: [spam]\naction: remove\n---\nauthor: { post_karma: \"< 5\" }\naction: remove\n", to: "page.yaml")
    }

    private func write(_ text: String, to file: String) throws {
        try text.write(toFile: folder.path + "/" + file, atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String...) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["rules", "import"] + arguments, in: folder.path)
    }

    @Test func `rules go to standard output and the summary to standard error`() async throws {
        let outcome = try await run("page.yaml", "--from", "automoderator")
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("# Imported from AutoModerator (page.yaml): 2 rules, 1 complete, 1 incomplete.\n"))
        #expect(outcome.errors.hasPrefix("2 rules read: 1 complete (0 of them adapted), 1 incomplete\n"))
        let json = try await run("page.yaml", "--from", "automoderator", "--json")
        #expect(json.output == outcome.output && json.errors.contains("\"incomplete\":1"))
    }

    @Test func `an imported file passes check, and is replaced only by force`() async throws {
        #expect(try await run("page.yaml", "--from", "automoderator", "--output", "rules.yaml").code == 0)
        let names = "names: { roles: { moderator: \"7\" } }"
        try write("version: 1\nbot: { gateway: local }\n\(names)\ninclude: [rules.yaml]\n", to: "config.yaml")
        let check = try await CommandProcess.run(["check"], in: folder.path)
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        let again = try await run("page.yaml", "--from", "automoderator", "--output", "rules.yaml")
        #expect(again.code == 1 && again.errors.contains("rules.yaml exists; pass --force to replace it"))
        #expect(try await run("page.yaml", "--from", "automoderator", "--output", "rules.yaml", "--force").code == 0)
    }

    @Test func `an unreadable file is an error with its position`() async throws {
        try write("title: \"spam\naction: remove\n", to: "bad.yaml")
        let bad = try await run("bad.yaml", "--from", "automoderator")
        #expect(bad.code == 2 && bad.output.isEmpty && bad.errors.hasPrefix("bad.yaml:1:8: error[syntax]"), "\(bad.errors)")
        #expect(try await run("missing.yaml", "--from", "automoderator").code == 2)
        #expect(try await run("page.yaml", "--from", "myspace").code == 64)
    }
}
