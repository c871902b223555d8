/// What can be wrong with the data folder.
package enum StorageError: Error, Equatable, CustomStringConvertible {
    /// Another process holds the folder's lock.
    case owned(folder: String, by: Int32?)
    case unusable(folder: String, reason: String)
    /// The file was written by a newer build.
    case newerSchema(file: String)
    /// The file was written by an older build, and no house of this one has opened it.
    case olderSchema(file: String)
    /// There is nothing to read yet.
    case missing(file: String)

    package var description: String {
        switch self {
        case .owned(let folder, let pid):
            "the data folder \(folder) belongs to another running mezon-bot\(pid.map { " (process \($0))" } ?? ""); "
                + "stop it, or give this one a folder of its own with --data"
        case .unusable(let folder, let reason): "the data folder \(folder) cannot be used: \(reason)"
        case .newerSchema(let file): "\(file) was written by a newer mezon-bot; run that one, or move the file away"
        case .olderSchema(let file): "\(file) was written by an older mezon-bot; start this one with it once"
        case .missing(let file): "\(file) is not there: no bot has run with this data folder yet"
        }
    }
}
