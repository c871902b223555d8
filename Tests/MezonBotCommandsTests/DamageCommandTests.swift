import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

/// `data check` and `data salvage`.
@Suite(.timeLimit(.minutes(15)), .enabled(if: ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] == nil))
struct DamageCommandTests {
    private let folder: TemporaryDirectory
    private let testStore: TestStore

    init() async throws {
        folder = try TemporaryDirectory()
        testStore = try await TestStore()
        try await testStore.store.journal.append(
            (1...400).map { .make(.make(text: "said \($0)", id: MessageID(Int64($0)))) })
    }

    private func run(_ command: String, _ arguments: String...) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["data", command, "--data", testStore.path] + arguments, in: folder.path)
    }

    private func damage() throws {
        try testStore.close()
        let file = URL(filePath: DataDirectory.database(in: testStore.path))
        var bytes = try Data(contentsOf: file)
        let start = try #require(bytes.range(of: Data("said 200".utf8))).lowerBound / 4096 * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
        try bytes.write(to: file)
    }

    @Test func `a sound store that is in use is verified, and not saved`() async throws {
        let check = try await run("check")
        #expect(check.code == 0, "\(check.errors)")
        #expect(check.output.hasSuffix("bot.sqlite is sound.\n"), "\(check.output)")
        #expect(try await run("salvage").code == 75)
        try testStore.close()
        #expect(try await run("salvage").output == "The database is sound; nothing was changed.\n")
    }

    @Test func `a damaged store is reported with exit code 1, and saved with a report`() async throws {
        try damage()
        let check = try await run("check", "--json")
        #expect(check.code == 1)
        #expect(check.output.contains("\"isSound\":false"), "\(check.output)")
        #expect(check.errors.contains("`mezon-bot data salvage`, saves what can be read"), "\(check.errors)")

        let salvage = try await run("salvage")
        #expect(salvage.code == 0, "\(salvage.errors)")
        #expect(salvage.output.hasPrefix("Damage: "), "\(salvage.output)")
        #expect(salvage.output.contains("bot.sqlite.damaged-") && salvage.output.contains("journal"), "\(salvage.output)")
        #expect(try await run("check").code == 0)
        #expect(try await JournalReader(folder: testStore.path).lastSequence() == 400)
    }

    @Test func `a folder without a store is an error`() async throws {
        for command in ["check", "salvage"] {
            let outcome = try await CommandProcess.run(["data", command, "--data", folder.path + "/none"], in: folder.path)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("no bot has run with the data directory"), "\(outcome.errors)")
        }
    }
}
