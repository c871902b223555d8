import ChatModel
import Foundation
import Storage
import Testing

@testable import BotTesting

/// Tests the undo of a case with a test of it, and what runs the test afterwards.
@Suite(.timeLimit(.minutes(15)))
struct CaseTestCommandTests {
    private static func config(_ count: Int) -> String {
        """
        version: 1
        names: { channels: { general: "1001" } }
        rules:
          - id: flood
            trigger: message
            mode: enforce
            when: { flood: { count: ">= \(count)", within: 1m, per: user } }
            then: [delete, warn]
        """
    }

    private static func folder() async throws -> (folder: TemporaryDirectory, clan: TestClan) {
        let folder = try TemporaryDirectory()
        try config(3).write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let clan = try await TestClan(rules: folder.path + "/config.yaml", channels: ["general"])
        for text in ["một", "hai", "ba"] { try await clan.user("nguyenvananh").says(text) }
        return (folder, clan)
    }

    @Test func `an undo writes a test that fails until the rule is corrected`() async throws {
        let (folder, clan) = try await Self.folder()
        let data = await clan.runtime.path
        let undone = try await CommandProcess.run(
            ["cases", "undo", "1", "--test", "fixtures/", "--data", data], in: folder.path)
        #expect(undone.code == 0, "\(undone)")
        let file = try #require(try Fixture.files(in: folder.path + "/fixtures").first)
        let name = "fixtures/" + URL(fileURLWithPath: file).lastPathComponent
        #expect(undone.output.hasPrefix("\(name): 3 events; every word is replaced."), "\(undone.output)")
        #expect(undone.output.contains("It fails until rule:flood no longer requests delete."), "\(undone.output)")
        #expect(undone.output.contains("pass --apply to perform it"))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("nguyenvananh") && !text.contains("một"))

        let repeated = try await CommandProcess.run(
            ["cases", "undo", "1", "--test", "fixtures/", "--data", data], in: folder.path)
        #expect(repeated.code == 0 && repeated.output == undone.output, "\(repeated)")

        let failing = try await CommandProcess.run(["test"], in: folder.path)
        #expect(failing.code == 1 && failing.output.contains("expected no delete"), "\(failing)")
        let kept = try await CommandProcess.run(["test", "--update"], without: ["CI"], in: folder.path)
        #expect(kept.code == 1 && kept.output.contains("except those of what must not occur"), "\(kept)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        try Self.config(30).write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let passing = try await CommandProcess.run(["test"], in: folder.path)
        #expect(passing.code == 0, "\(passing)")

        try (text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let again = try await CommandProcess.run(["cases", "undo", "1", "--test", "fixtures", "--data", data], in: folder.path)
        #expect(again.code == 1 && again.errors.contains("\(name) exists with other content"), "\(again)")
        let json = try await CommandProcess.run(
            ["cases", "undo", "1", "--test", "others", "--json", "--data", data], in: folder.path)
        #expect(json.output.contains("\"test\":{") && json.output.contains("\"fails\":false"), "\(json)")
        #expect(json.output.contains("\"cases\":["))
    }

    @Test func `without a case or a configuration, no test is written and nothing is undone`() async throws {
        let (folder, clan) = try await Self.folder()
        let data = await clan.runtime.path
        let many = try await CommandProcess.run(
            ["cases", "undo", "--rule", "flood", "--test", "fixtures", "--data", data], in: folder.path)
        #expect(many.code == 64 && many.errors.contains("--test makes a test of one case; pass its number"), "\(many)")
        let elsewhere = try await CommandProcess.run(
            ["cases", "undo", "1", "--test", "fixtures", "--config", "none.yaml", "--apply", "--data", data], in: folder.path)
        #expect(elsewhere.code == 2 && !elsewhere.output.contains("undoing"), "\(elsewhere)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/fixtures"))
    }
}
