/// An error of a backup or of its restoration.
package enum BackupError: Error, Equatable, CustomStringConvertible {
    /// The destination exists and is not to be replaced.
    case exists(file: String)
    /// Another process is writing a backup to the same file.
    case inUse(file: String)
    case cannotWrite(file: String, reason: String)
    case cannotRead(file: String, reason: String)
    /// The file is no backup, or it contains something that no backup contains.
    case notBackup(file: String, reason: String)
    /// A part of the backup differs from what was written.
    case damaged(file: String, part: String, reason: String)
    /// The backup has a format that only a newer build can read.
    case newerFormat(file: String, version: Int)
    /// A database of the backup has a schema that only a newer build can read.
    case newerSchema(file: String, database: String)
    /// A database that is to be backed up is damaged.
    case damagedDatabase(file: String, reason: String)
    /// The data directory contains data that is not to be replaced.
    case notEmpty(folder: String)

    package var description: String {
        switch self {
        case .exists(let file): "\(file) exists; choose another file, or pass --force to replace it"
        case .inUse(let file): "another process is writing a backup to \(file); wait for it, or choose another file"
        case .cannotWrite(let file, let reason): "\(file) cannot be written: \(reason)"
        case .cannotRead(let file, let reason): "\(file) cannot be read: \(reason)"
        case .notBackup(let file, let reason): "\(file) is not a backup of mezon-bot: \(reason)"
        case .damaged(let file, let part, let reason): "the backup \(file) is damaged: \(part): \(reason); use another backup"
        case .newerFormat(let file, let version):
            "the backup \(file) has the format \(version), which this version of mezon-bot does not know; use a newer version"
        case .newerSchema(let file, let database):
            "\(database) in the backup \(file) was written by a newer version of mezon-bot; use that version"
        case .damagedDatabase(let file, let reason):
            "\(file) is damaged (\(reason)) and was not backed up"
                + (file.hasSuffix("/archive.sqlite")
                    ? "; stop the bot and delete the file, which is rebuilt at the next start" : "; restore an earlier backup")
        case .notEmpty(let folder):
            "the data directory \(folder) is not empty; choose another one, or pass --force to move its contents aside"
        }
    }
}
