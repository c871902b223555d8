import BotTesting
import Foundation
import Testing

/// Tests the command without a server; the moves themselves are tested in `StoreRelocationTests`.
struct MigrateCommandTests {
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ([], 64, "pass either --to or --to-file"),
            (["--to", "env:GONE", "--to-file"], 64, "pass either --to or --to-file"),
            (["--to", "postgresql://bot:hunter2@db/chat"], 2, "--to: write env:NAME or file:PATH"),
            (["--to", "env:GONE"], 2, "env:GONE: the variable is not set"),
            (["--to", "file:none"], 2, "/none: the file"),
            (["--to", "file:url", "--schema", "public"], 2, "--schema: a schema has at most 63"),
            (["--to", "file:url"], 1, "no bot has run with the data directory 'data' yet"),
            (["--to-file"], 1, "no bot has run with the data directory 'data' yet"),
        ] as [([String], Int32, String)])
    func `a move that cannot begin says why, without the URL`(arguments: [String], code: Int32, expected: String) async throws {
        let folder = try TemporaryDirectory()
        try "postgresql://bot:hunter2@db/chat".write(toFile: folder.path + "/url", atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run(["data", "migrate"] + arguments, in: folder.path)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(expected) && !outcome.errors.contains("hunter2"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }
}
