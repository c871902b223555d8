import Foundation

/// Encrypts a store on a server, changes its encryption key, or decrypts it permanently.
///
/// All rows and files on the server change in one transaction. The server removes the former ones from its files and from its log later,
/// as it does with deleted rows. The archive is a projection and is deleted.
package struct ServerReencryption {
    private let database: any SQLDatabase
    private let folder: DataDirectory
    private let ciphers: StoreCiphers

    /// - Parameters:
    ///   - database: The database, opened with the ciphers.
    ///   - folder: The data directory of this machine.
    package init(of database: any SQLDatabase, _ folder: DataDirectory, _ ciphers: StoreCiphers) {
        self.database = database
        self.folder = folder
        self.ciphers = ciphers
    }

    /// - Parameter progress: Receives the number of rows written and the total.
    /// - Returns: The number of rows and of files written.
    /// - Throws: `StorageError`, and the errors of the database.
    package func run(progress: (Int64, Int64) throws -> Void) throws -> (rows: Int64, files: Int) {
        let former = BlobStore(folder: folder.blobs, cipher: ciphers.opening)
        let new = BlobStore(folder: folder.blobs, cipher: ciphers.sealing)
        let tables = try MigrationTable.all().filter(\.hasEncryptedColumns)
        let (rows, shared) = try database.writer.transaction { session in
            let counts = try tables.map { try session.value("SELECT count(*) FROM \($0.name)") ?? 0 as Int64 }
            let total = counts.reduce(0, +)
            var rows: Int64 = 0
            for table in tables {
                var pages = MigrationPages(table)
                while let page = try pages.next(in: session) {
                    for row in page { try session.execute(table.update, SQLArguments(row)) }
                    rows += Int64(page.count)
                    try progress(rows, total)
                }
            }
            let shared = try move(former, to: new, in: session)
            try session.execute("DELETE FROM encryption_key")
            if let key = ciphers.sealing?.current { try EncryptionKeyTable.note(key, in: session) }
            return (rows, shared)
        }
        // If this fails, the files are read from the server.
        let local = try former.move(to: new)
        let archive = [folder.archive, folder.archive + "-wal", folder.archive + "-shm"]
        do { try PositionedFile.remove(archive) } catch {
            throw StorageError.unusable(folder: folder.path, reason: error.words)
        }
        return (rows, max(local, shared))
    }

    /// Reencrypts the files on the server. Damaged ones stay as they are.
    private func move(_ former: BlobStore, to new: BlobStore, in session: any SQLSession) throws -> Int {
        var count = 0
        for name: String in try session.values("SELECT name FROM blob ORDER BY name") {
            guard let content: [UInt8] = try session.value("SELECT content FROM blob WHERE name = ?", [name]),
                let bytes = former.opened(Data(content), as: name)
            else { continue }
            try session.execute("UPDATE blob SET content = ? WHERE name = ?", [try new.sealed(bytes, as: name), name])
            count += 1
        }
        return count
    }
}
