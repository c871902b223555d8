import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct BackupCommandTests {
    private let folder: TemporaryDirectory
    private let testStore: TestStore

    init() async throws {
        folder = try TemporaryDirectory()
        testStore = try await TestStore()
        try await testStore.store.journal.append((1...3).map { .make(.make(text: "message \($0)")) })
        let config = "version: 1\nbot: { gateway: \"http://127.0.0.1:1\", id: 1, token: canary }\n"
        try config.write(toFile: folder.path + "/secret.yaml", atomically: true, encoding: .utf8)
        try "version: 1\nstore: { path: \(testStore.path) }\n".write(
            toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: [String]) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["data"] + arguments, in: folder.path)
    }

    private struct BackupReply: Decodable {
        var file: String
        var bytes: Int
        var manifest: BackupManifest
    }

    private struct RestoreReply: Decodable {
        var isRestored: Bool
        var replaced: String?
        var configuration: String?
    }

    private func decoded<Value: Decodable>(_ text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: Data(text.utf8))
    }

    @Test func `a store in use is backed up and restored elsewhere`() async throws {
        let written = try await run(["backup", "a.tar", "--json"])
        #expect(written.code == 0, "\(written.errors)")
        let reply: BackupReply = try decoded(written.output)
        #expect(reply.file == "a.tar" && reply.bytes > 10_000 && reply.manifest.lastSequence == 3)
        #expect(reply.manifest.configuration.count == 1)

        let existing = try await run(["backup", "a.tar"])
        #expect(existing.code == 1)
        #expect(existing.errors == "mezon-bot: a.tar exists; choose another file, or pass --force to replace it\n")
        #expect(try await run(["backup", "a.tar", "--force"]).output.hasPrefix("3 journal entries, 0 attachments and 1 "))

        let dry = try await run(["restore", "a.tar", "--data", "new", "--dry-run"])
        #expect(dry.code == 0)
        #expect(dry.output.hasPrefix("a.tar is intact: 3 journal entries"), "\(dry.output)\(dry.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))

        let restored = try await run(["restore", "a.tar", "--data", "new", "--json"])
        #expect(restored.code == 0, "\(restored.errors)")
        let report: RestoreReply = try decoded(restored.output)
        #expect(report.isRestored && report.replaced == nil && report.configuration == "new/configuration")
        #expect(try await JournalReader(folder: folder.path + "/new").lastSequence() == 3)

        let again = try await run(["restore", "a.tar", "--data", "new"])
        #expect(again.code == 1)
        #expect(again.errors.contains("the data directory new is not empty"), "\(again.errors)")
        let forced = try await run(["restore", "a.tar", "--data", "new", "--force"])
        #expect(forced.code == 0)
        #expect(forced.output.contains("The former contents are in new/replaced-"), "\(forced.output)")
    }

    @Test func `a directory in use is not restored to, with exit code 75`() async throws {
        #expect(try await run(["backup", "a.tar"]).code == 0)
        let outcome = try await run(["restore", "a.tar", "--data", testStore.path, "--force"])
        #expect(outcome.code == 75)
        #expect(outcome.errors.contains("is in use by another mezon-bot"), "\(outcome.errors)")
    }

    @Test func `a secret in the configuration is an error, and nothing is written`() async throws {
        let outcome = try await run(["backup", "a.tar", "--config", "secret.yaml", "--data", testStore.path])
        #expect(outcome.code == 2)
        #expect(!outcome.errors.contains("canary"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.tar"))
    }

    @Test func `a configuration with errors is reported, and can be omitted`() async throws {
        let file = folder.path + "/config.yaml"
        try "version: 1\nbotts: {}\n".write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await run(["backup", "a.tar", "--data", testStore.path])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("pass --no-config with --data to omit it"), "\(outcome.errors)")
        #expect(try await run(["backup", "a.tar", "--no-config"]).code == 64)
        let omitting = try await run(["backup", "a.tar", "--no-config", "--data", testStore.path])
        #expect(omitting.code == 0)
        #expect(omitting.output.contains("0 configuration files"))
    }

    @Test func `a disk without room ends the backup with the reason and leaves nothing behind`() async throws {
        // A limit on the size of files fails writes as a full disk does.
        let outcome = try await CommandProcess.run(
            ["-c", "mkdir full && ulimit -f 64 && \"$PROGRAM\" data backup full/a.tar --no-config --data \"$DATA\""],
            environment: ["PROGRAM": try #require(CommandProcess.program).path, "DATA": testStore.path], in: folder.path,
            with: URL(filePath: "/bin/sh"))
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("mezon-bot: full/a.tar cannot be written: "), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/full") == [])
    }

    @Test(arguments: [
        (["restore", "nowhere", "--data", "new"], "nowhere cannot be read: No such file or directory"),
        (["restore", "config.yaml", "--data", "new"], "config.yaml is not a backup of mezon-bot: it is too short"),
        (["backup", "nowhere/a.tar"], "nowhere/a.tar cannot be written: No such file or directory"),
        (["backup", "."], ". cannot be written: Is a directory"),
        (["backup", "a.tar", "--data", "nowhere"], "no bot has run with the data directory 'nowhere' yet"),
    ])
    func `an error names the file and the reason`(arguments: [String], reason: String) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["config.yaml", "errors", "output", "secret.yaml"])
    }
}
