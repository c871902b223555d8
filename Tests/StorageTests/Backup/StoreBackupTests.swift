import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct StoreBackupTests {
    private static let ciphers = [nil, ValueCipher(.make())]

    @Test(arguments: ciphers)
    func `a backup beside a running application is restored with all entries, attachments and files`(
        cipher: ValueCipher?
    ) async throws {
        let origin = try await BackedUpStore(cipher: cipher)
        let manifest = try origin.write()
        #expect(manifest.lastSequence == 20)
        #expect(manifest.databases.map(\.database) == [.bot, .archive])
        #expect(manifest.databases.map { $0.rows[$0.database == .bot ? "journal" : "message_version"] } == [20, 20])
        #expect(manifest.blobs.count == 3 && manifest.configuration.count == 2)
        #expect(manifest.databases.map(\.encryptionKeys) == Array(repeating: cipher.map { [$0.name] } ?? [], count: 2))
        #expect(try FileManager.default.contentsOfDirectory(atPath: origin.folder.path) == ["backup.tar"])
        #expect(try FileManager.default.attributesOfItem(atPath: origin.file)[.posixPermissions] as? Int == 0o600)

        let target = origin.folder.path + "/restored"
        let report = try origin.restore(to: target)
        #expect(report == .init(manifest: manifest, replaced: nil, configuration: target + "/configuration"))
        let store = try Store(
            folder: try DataDirectory(target), cipher: cipher, time: ManualTime(), logger: origin.testStore.logger)
        #expect(
            try await store.journal.entries(after: 0, limit: 100) == origin.store.journal.entries(after: 0, limit: 100))
        #expect(try origin.blobs.map { try store.blobs.bytes(named: $0).count }.sorted() == [0, 11, 700])
        for (path, text) in BackedUpStore.configuration {
            #expect(try String(contentsOfFile: "\(target)/configuration/\(path)", encoding: .utf8) == text)
        }
        let archive = try DatabaseOpener.openArchive(target + "/archive.sqlite", cipher)
        #expect(try await archive.read { try ArchiveTable.progress(in: $0) } == 20)
        try archive.close()
        try store.close()
        try origin.close()
    }

    @Test func `a backup of an encrypted store contains no plain text`() async throws {
        let origin = try await BackedUpStore(cipher: ValueCipher(.make()))
        try origin.write()
        #expect(try Data(contentsOf: URL(filePath: origin.file)).range(of: Data("canary".utf8)) == nil)
        try origin.close()
    }

    @Test func `a backup under concurrent writes contains a prefix of the journal`() async throws {
        let origin = try await BackedUpStore()
        let store = try origin.store
        let isEnding = CancellationFlag()
        let writer = Task {
            var count = 0
            while !isEnding.isCancelled {
                try await store.journal.append((0..<50).map { _ in .make(.make(text: "later")) })
                try await origin.archive.catchUp()
                count += 50
            }
            return count
        }
        var sequences: [Int64] = []
        for number in 0..<5 {
            let (backup, date) = (try origin.backup(), origin.testStore.time.now)
            let file = "\(origin.folder.path)/\(number).tar"
            let manifest = try await onDedicatedThread(cancelling: CancellationFlag()) { try backup.write(to: file, at: date) }
            sequences.append(manifest.lastSequence)
            #expect(manifest.databases.allSatisfy { $0.lastSequence <= manifest.lastSequence })
            let target = "\(origin.folder.path)/\(number)"
            _ = try StoreRestore(file, to: target, flag: CancellationFlag()).run(suffix: "")
            let restored = try await JournalReader(folder: target).entries(after: 0, limit: .max)
            #expect(restored.count == Int(manifest.lastSequence))
            #expect(try await restored == store.journal.entries(after: 0, limit: restored.count))
        }
        isEnding.cancel()
        #expect(try await writer.value > 0)
        #expect(sequences == sequences.sorted())
        try origin.close()
    }

    @Test func `a stopped application's directory is backed up without its archive if there is none`() async throws {
        let origin = try await BackedUpStore()
        try origin.close()
        try FileManager.default.removeItem(atPath: origin.testStore.path + "/archive.sqlite")
        #expect(try origin.write().databases.map(\.database) == [.bot])
        try origin.restore(to: origin.folder.path + "/restored")
    }

    @Test func `system tools read a backup and confirm its checksums`() async throws {
        let origin = try await BackedUpStore()
        try origin.write()
        try origin.close()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd \"$0\" && tar -xf backup.tar && sha256sum --check --quiet SHA256SUMS", origin.folder.path]
        process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ended {}
        #expect(process.terminationStatus == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: origin.folder.path).sorted()
        #expect(
            names == ["SHA256SUMS", "archive.sqlite", "backup.tar", "blobs", "bot.sqlite", "configuration", "manifest.json"])
    }

    @Test func `an existing file is replaced only if asked, and a folder never`() async throws {
        let origin = try await BackedUpStore()
        try "something".write(toFile: origin.file, atomically: true, encoding: .utf8)
        #expect(throws: BackupError.exists(file: origin.file)) { try origin.write() }
        #expect(try String(contentsOfFile: origin.file, encoding: .utf8) == "something")
        try origin.write(isForced: true)
        _ = try BackupReader(origin.file).verify(flag: CancellationFlag()) { _, _ in }
        #expect(throws: BackupError.cannotWrite(file: origin.folder.path, reason: "Is a directory")) {
            try origin.backup().write(to: origin.folder.path, isForced: true, at: origin.testStore.time.now)
        }
        try origin.close()
    }

    @Test func `a folder that is missing or no data directory is an error`() async throws {
        let origin = try await BackedUpStore()
        let file = origin.folder.path + "/missing/backup.tar"
        #expect(throws: BackupError.cannotWrite(file: file, reason: "No such file or directory")) {
            try origin.backup().write(to: file, at: origin.testStore.time.now)
        }
        let empty = try TemporaryDirectory()
        #expect(throws: StorageError.missing(file: empty.path + "/bot.sqlite")) {
            try StoreBackup(of: empty.path, configuration: [:], flag: CancellationFlag()).write(
                to: origin.file, at: origin.testStore.time.now)
        }
        #expect(try origin.folder.tree.isEmpty)
        try origin.close()
    }

    @Test func `a backup that is cancelled at any step leaves nothing behind`() async throws {
        let origin = try await BackedUpStore()
        var (step, isComplete) = (0, false)
        while !isComplete {
            let flag = CancellationFlag()
            var calls = 0
            do {
                _ = try origin.backup(flag: flag).write(to: origin.file, at: origin.testStore.time.now) { _, _ in
                    if calls == step { flag.cancel() }
                    calls += 1
                }
                isComplete = true
            } catch is CancellationError {
                #expect(try origin.folder.tree.isEmpty, "step \(step)")
            }
            step += 1
        }
        #expect(step > 10)
        #expect(try origin.folder.tree.keys.sorted() == ["backup.tar"])
        try origin.close()
    }

    @Test func `what a killed backup has left is replaced, and a draft being written is respected`() async throws {
        let origin = try await BackedUpStore()
        for name in ["", ".sums", ".bot.sqlite", ".bot.sqlite-journal"] {
            try "rest".write(toFile: origin.file + ".part" + name, atomically: true, encoding: .utf8)
        }
        let archive = try BackupArchive(origin.file, modifiedAt: 0, flag: CancellationFlag()) { _ in }
        #expect(throws: BackupError.inUse(file: origin.file)) { try origin.write() }
        withExtendedLifetime(archive) {}
        archive.discard()
        try "rest".write(toFile: origin.file + ".part", atomically: true, encoding: .utf8)
        try origin.write()
        #expect(try origin.folder.tree.keys.sorted() == ["backup.tar"])
        try origin.close()
    }

    @Test func `a damaged database is not backed up`() async throws {
        let origin = try await BackedUpStore(entries: 2000)
        try origin.close()
        let path = origin.testStore.path + "/bot.sqlite"
        var bytes = try Data(contentsOf: URL(filePath: path))
        for offset in stride(from: bytes.count / 8192 * 4096, to: bytes.count, by: 4096) { bytes[offset] ^= 0xFF }
        try bytes.write(to: URL(filePath: path))
        #expect {
            try origin.write()
        } throws: { error in
            guard case BackupError.damagedDatabase(path, _) = error else { return false }
            return true
        }
        #expect(try origin.folder.tree.isEmpty)
    }
}
