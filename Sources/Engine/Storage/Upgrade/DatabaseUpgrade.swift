import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// Upgrades the database of an earlier version: `house.sqlite` becomes `bot.sqlite` with the present schema.
///
/// Before the schema changes, the file is copied to `bot.sqlite.backup`. Each step is atomic, and those done are recognized, so that an
/// upgrade interrupted at any point is completed by the next start.
struct DatabaseUpgrade {
    enum Step: CaseIterable { case copied, backedUp, migrated, checkpointed, renamed }

    private let folder: DataDirectory
    private let cipher: ValueCipher?
    /// Called after each step.
    private let didFinish: (Step) throws -> Void

    init(of folder: DataDirectory, _ cipher: ValueCipher?, didFinish: @escaping (Step) throws -> Void = { _ in }) {
        self.folder = folder
        self.cipher = cipher
        self.didFinish = didFinish
    }

    private static func former(in folder: String) -> String { folder + "/house.sqlite" }

    /// The database of a directory, whether or not it is upgraded.
    static func newest(in folder: String) -> String {
        let (database, former) = (DataDirectory.database(in: folder), former(in: folder))
        return !exists(database) && exists(former) ? former : database
    }

    /// - Throws: `StorageError.olderSchema` if the directory is not upgraded.
    static func verifyDone(in folder: String) throws(StorageError) {
        let newest = newest(in: folder)
        if newest == former(in: folder) { throw .olderSchema(file: newest) }
    }

    /// - Returns: The path of the backup; nil if there was nothing to upgrade.
    /// - Throws: `StorageError`, for example for a missing or wrong key. Nothing has changed then.
    func run() throws -> String? {
        let old = Self.former(in: folder.path)
        guard Self.exists(old) else { return nil }
        guard !Self.exists(folder.database) else {
            throw StorageError.unusable(
                folder: folder.path,
                reason:
                    "it contains bot.sqlite and also house.sqlite, the file of an earlier version; move the one that is out of date"
            )
        }
        let queue = try DatabaseOpener.openToUpgrade(old, cipher)
        let backup = folder.database + ".backup"
        if try !queue.read(DatabaseSchema.bot.appliedIdentifiers).contains(NamesMigration.identifier) {
            try backUp(queue, to: backup)
            try DatabaseOpener.translated(old) { try DatabaseSchema.bot.migrate(queue) }
        }
        try didFinish(.migrated)
        guard try queue.writeWithoutTransaction({ try $0.truncateLog() }) else {
            throw StorageError.unusable(folder: folder.path, reason: "another process is reading \(old); stop it first")
        }
        try queue.close()
        try didFinish(.checkpointed)
        try remove([old + "-wal", old + "-shm"])  // Empty at this point.
        guard rename(old, folder.database) == 0 else { throw failure() }
        try syncFolder()
        try didFinish(.renamed)
        return backup
    }

    private func backUp(_ queue: DatabaseQueue, to backup: String) throws {
        let draft = backup + ".part"
        try remove([draft, draft + "-journal", draft + "-wal", draft + "-shm"])
        try PrivateFile.prepare(draft)
        try DatabaseOpener.translated(draft) {
            let copy = try DatabaseQueue(path: draft)
            try queue.backup(to: copy)
            try copy.close()
        }
        try didFinish(.copied)
        guard rename(draft, backup) == 0 else { throw failure() }
        try syncFolder()
        try didFinish(.backedUp)
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func remove(_ files: [String]) throws {
        for file in files where unlink(file) != 0 && errno != ENOENT { throw failure() }
    }

    /// Syncs the folder, which makes a renamed file durable.
    private func syncFolder() throws {
        let handle = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw failure() }
        defer { close(handle) }
        guard fsync(handle) == 0 else { throw failure() }
    }

    private func failure() -> StorageError { .unusable(folder: folder.path, reason: String(cString: strerror(errno))) }
}

extension DataDirectory {
    /// - Throws: `StorageError.missing` if no bot has run with this directory yet.
    package static func verifyExists(_ folder: String) throws {
        let file = DatabaseUpgrade.newest(in: folder)
        guard FileManager.default.fileExists(atPath: file) else { throw try StorageError.absent(file) }
    }

    /// Upgrades the files of an earlier version and migrates their schemas.
    ///
    /// - Returns: The path of the backup; nil if there was nothing to upgrade.
    /// - Throws: `StorageError`.
    package func upgrade(_ cipher: ValueCipher?) throws -> String? {
        var backup = try DatabaseUpgrade(of: self, cipher).run()
        try DatabaseOpener.open(database, cipher) { backup = $0 }.closeWithoutLog()
        guard FileManager.default.fileExists(atPath: archive) else { return backup }
        try DatabaseOpener.openArchive(archive, cipher).close()
        return backup
    }
}
