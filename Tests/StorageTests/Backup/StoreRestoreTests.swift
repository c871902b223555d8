import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct StoreRestoreTests {
    /// Creates a backup whose databases are changed after they were checked, with checksums that fit.
    private func backup(changing database: BackupDatabase, _ change: @escaping @Sendable (Database) throws -> Void) async throws
        -> BackedUpStore
    {
        let origin = try await BackedUpStore()
        let manifest = try origin.write()
        let (folder, draft) = (origin.folder.path, origin.folder.path + "/changed.tar")
        let extracted = folder + "/extracted"
        let archive = try BackupArchive(draft, modifiedAt: 0, flag: CancellationFlag()) { _ in }
        try FileManager.default.createDirectory(atPath: extracted, withIntermediateDirectories: false)
        for kind in BackupDatabase.allCases {
            let path = extracted + "/" + kind.fileName
            let queue = try DatabaseQueue(path: "\(origin.testStore.path)/\(kind.fileName)")
            try await queue.read { try DatabaseCopy(path: path).make(from: $0) }
            try queue.close()
            guard kind == database else { continue }
            let copy = try DatabaseQueue(path: path)
            try await copy.writeWithoutTransaction(change)
            try copy.close()
        }
        var changed = manifest
        changed.blobs = .init()
        changed.configuration = .init()
        for (index, kind) in BackupDatabase.allCases.enumerated() {
            let file = try PositionedFile.reading(extracted + "/" + kind.fileName)
            changed.databases[index].bytes = try file.size
            try archive.append(.database(kind), from: file)
        }
        try archive.append(.manifest, changed.encoded())
        try archive.finish()
        try archive.publish()
        try FileManager.default.removeItem(atPath: extracted)
        try PositionedFile.rename(draft, to: origin.file)
        try origin.close()
        return origin
    }

    @Test(arguments: [BackupDatabase.bot, .archive])
    func `a database of a newer version is refused`(database: BackupDatabase) async throws {
        let origin = try await backup(changing: database) {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')")
        }
        #expect(throws: BackupError.newerSchema(file: origin.file, database: database.fileName)) {
            try origin.restore(to: origin.folder.path + "/data")
        }
        #expect(try origin.folder.tree.keys.sorted() == ["backup.tar"])
    }

    @Test(
        arguments: [
            (BackupDatabase.bot, "DELETE FROM journal WHERE sequence = 20", "its contents differ from the manifest"),
            (.archive, "DELETE FROM message_version WHERE sequence = 3", "its contents differ from the manifest"),
            (.bot, "CREATE TABLE foreign_table (id INTEGER)", "its contents differ from the manifest"),
            (
                .bot, "CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM outbox; END",
                "it contains the trigger or view 'evil'"
            ),
            (.archive, "CREATE VIEW evil AS SELECT 1", "it contains the trigger or view 'evil'"),
            (.bot, "DELETE FROM grdb_migrations", "it is not a database of mezon-bot"),
            (
                .bot, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'outbox'", nil
            ),
        ] as [(BackupDatabase, String, String?)])
    func `a database that differs from its manifest is refused`(
        database: BackupDatabase, statement: String, reason: String?
    ) async throws {
        let origin = try await backup(changing: database) { try $0.execute(sql: statement) }
        let error = #expect(throws: BackupError.self) { try origin.restore(to: origin.folder.path + "/data") }
        guard case .damaged(origin.file, database.fileName, let found)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        if let reason { #expect(found == reason) }
        #expect(try origin.folder.tree.keys.sorted() == ["backup.tar"])
    }

    @Test func `an archive ahead of the journal is refused`() async throws {
        let origin = try await BackedUpStore()
        var manifest = try origin.write()
        try origin.close()
        manifest.databases[1].lastSequence = 21
        let text = String(decoding: try manifest.encoded(), as: UTF8.self)
        let bytes = try Data(contentsOf: URL(filePath: origin.file))
        let old = try #require(bytes.range(of: Data(#""last_sequence" : 20"#.utf8)))
        var changed = bytes
        changed.replaceSubrange(old, with: Data(#""last_sequence" : 19"#.utf8))
        #expect(text.contains("21"))
        try changed.write(to: URL(filePath: origin.file))
        #expect(throws: BackupError.self) { try origin.restore(to: origin.folder.path + "/data") }
    }

    @Test func `a directory in use is refused by its owner, forced or not`() async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        for isForced in [false, true] {
            #expect(throws: StorageError.owned(folder: origin.testStore.path, by: ProcessInfo.processInfo.processIdentifier)) {
                try origin.restore(to: origin.testStore.path, isForced: isForced)
            }
        }
        #expect(try await origin.store.journal.entries(after: 0, limit: 100).count == 20)
        try origin.close()
    }

    @Test func `a directory with contents is refused, or its contents are moved aside`() async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        try await origin.store.journal.append([.make(.make(text: "later"))])
        try origin.close()
        let path = origin.testStore.path
        try FileManager.default.createDirectory(atPath: path + "/backups", withIntermediateDirectories: false)
        let before = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(throws: BackupError.notEmpty(folder: path)) { try origin.restore(to: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == before)

        #expect(try origin.restore(to: path, isForced: true).replaced == path + "/replaced-before")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                == ["archive.sqlite", "backups", "blobs", "bot.sqlite", "configuration", "lock", "replaced-before"])
        #expect(try await JournalReader(folder: path).lastSequence() == 20)
        #expect(try await JournalReader(folder: path + "/replaced-before").lastSequence() == 21)
    }

    @Test func `an empty directory is accepted`() async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        let target = try TemporaryDirectory()
        #expect(try origin.restore(to: target.path).replaced == nil)
        #expect(try await JournalReader(folder: target.path).lastSequence() == 20)
        try origin.close()
    }

    @Test func `a restoration that is cancelled at any step changes nothing`() async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        let target = origin.folder.path + "/data"
        var (step, isComplete) = (0, false)
        while !isComplete {
            let flag = CancellationFlag()
            var calls = 0
            do {
                _ = try StoreRestore(origin.file, to: target, flag: flag).run(suffix: "") { _, _ in
                    if calls == step { flag.cancel() }
                    calls += 1
                }
                isComplete = true
            } catch is CancellationError {
                #expect(try origin.folder.tree.keys.sorted() == ["backup.tar"], "step \(step)")
            }
            step += 1
        }
        #expect(step > 6)
        try origin.close()
    }

    /// The states of the directory that a kill during the replacement can leave behind.
    @Test(arguments: 0..<12)
    func `an interrupted replacement is completed by the next start`(moves: Int) async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        let restored = origin.folder.path + "/restored"
        try origin.restore(to: restored)
        try await origin.store.journal.append([.make(.make(text: "later"))])
        try origin.close()
        // The restored files wait beside the present ones, some of which are moved already.
        let path = origin.testStore.path
        let names = try FileManager.default.contentsOfDirectory(atPath: restored).filter { $0 != "lock" }.sorted()
        let old = try RestoreInstallation(folder: path).contents()
        let waiting = path + "/.restore-complete-x"
        try FileManager.default.createDirectory(atPath: waiting, withIntermediateDirectories: false)
        for name in names { try PositionedFile.rename("\(restored)/\(name)", to: "\(waiting)/\(name)") }
        var steps: [() throws -> Void] = [
            { try FileManager.default.createDirectory(atPath: path + "/replaced-x", withIntermediateDirectories: false) }
        ]
        steps += old.map { name in { try PositionedFile.rename("\(path)/\(name)", to: "\(path)/replaced-x/\(name)") } }
        steps.append { try PositionedFile.rename(waiting, to: path + "/.restore-cleared-x") }
        steps += names.map { name in { try PositionedFile.rename("\(path)/.restore-cleared-x/\(name)", to: "\(path)/\(name)") } }
        for step in steps.prefix(moves) { try step() }

        let store = try origin.testStore.restart()
        #expect(try await store.reader.lastSequence() == 20)
        try origin.testStore.close()
        #expect(try await JournalReader(folder: path + "/replaced-x").lastSequence() == 21)
        // Write-ahead logs may stay, empty.
        #expect(try RestoreInstallation(folder: path).contents().filter { !$0.contains(".sqlite-") } == names)
        #expect(!FileManager.default.fileExists(atPath: path + "/.restore-cleared-x"))
    }
}
