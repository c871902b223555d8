import ChatModel
import Foundation

/// The note of a begun migration in a data directory, by which the same command continues it.
struct MigrationNote: Codable, Hashable {
    enum Direction: String, Codable { case toServer = "to_server", toFile = "to_file" }

    /// The key of the migration, which the destination also has.
    var id: String
    var direction: Direction
    /// The schema on the server.
    var schema: String
    /// A Boolean value that indicates whether the copy is complete and verified.
    var isComplete = false

    init(id: String, direction: Direction, schema: String) {
        self.id = id
        self.direction = direction
        self.schema = schema
    }

    private static func file(in folder: String) -> String { folder + "/migration.json" }

    /// The note of a data directory; nil if there is none.
    ///
    /// - Throws: `StorageError.unusable` for a damaged note.
    init?(of folder: String) throws {
        let file = Self.file(in: folder)
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        do {
            self = try JSONDecoder().decode(MigrationNote.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw StorageError.unusable(
                folder: folder, reason: "\(file) is damaged; delete it and the incomplete copy, and begin the migration again")
        }
    }

    /// Verifies that the directory is not in the middle of a move, where it has both a file and the record of a server.
    ///
    /// - Throws: `StorageError.unusable`.
    static func verifyMoved(in folder: String) throws {
        guard try MigrationNote(of: folder) != nil, try ServerRecord(of: folder) != nil,
            FileManager.default.fileExists(atPath: DatabaseUpgrade.newest(in: folder))
        else { return }
        throw StorageError.unusable(
            folder: folder, reason: "the move of its store was interrupted; run `mezon-bot data migrate` again")
    }

    func write(in folder: String) throws { try DurableFile.write(self, to: Self.file(in: folder)) }

    static func remove(in folder: String) throws { try DurableFile.remove(file(in: folder)) }
}

/// A small file of JSON whose change is durable and atomic.
enum DurableFile {
    /// - Throws: `StorageError`.
    static func write(_ value: some Encodable, to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        encoder.dateEncodingStrategy = .iso8601
        let folder = PositionedFile.folder(of: file)
        do {
            let bytes = try encoder.encode(value)
            try PositionedFile.remove([file + ".part"])
            let draft = try PositionedFile.writing(file + ".part")
            try bytes.withUnsafeBytes { try draft.write($0) }
            try draft.sync()
            try PositionedFile.rename(file + ".part", to: file)
            try PositionedFile.sync(folder: folder)
        } catch {
            throw StorageError.unusable(folder: folder, reason: FileErrorDescription.words(for: error))
        }
    }

    /// - Throws: `StorageError`.
    static func remove(_ file: String) throws {
        let folder = PositionedFile.folder(of: file)
        do {
            try PositionedFile.remove([file])
            try PositionedFile.sync(folder: folder)
        } catch {
            throw StorageError.unusable(folder: folder, reason: error.words)
        }
    }
}
