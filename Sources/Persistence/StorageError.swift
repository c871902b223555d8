/// An error of the data directory.
package enum StorageError: Error, Equatable, CustomStringConvertible {
    /// Another process holds the directory's lock.
    case owned(folder: String, by: Int32?)
    case unusable(folder: String, reason: String)
    /// The file was written by a newer build.
    case newerSchema(file: String)
    /// The file was written by an older build, and no application of this build has opened it.
    case olderSchema(file: String)
    /// The file does not exist yet.
    case missing(file: String)
    /// The file is encrypted, and no key was given.
    case sealed(file: String, key: String, source: String)
    /// The file is not encrypted, and a key was given.
    case plain(file: String)
    /// The file is encrypted with a key other than those given.
    case wrongKey(file: String, needed: String, given: String)

    package var description: String {
        switch self {
        case .owned(let folder, let pid):
            "the data folder \(folder) belongs to another running mezon-bot\(pid.map { " (process \($0))" } ?? ""); "
                + "stop it, or give this one a folder of its own with --data"
        case .unusable(let folder, let reason): "the data folder \(folder) cannot be used: \(reason)"
        case .newerSchema(let file): "\(file) was written by a newer mezon-bot; run that one, or move the file away"
        case .olderSchema(let file): "\(file) was written by an older mezon-bot; start this one with it once"
        case .missing(let file): "\(file) is not there: no bot has run with this data folder yet"
        case .sealed(let file, let key, let source):
            "\(file) is sealed with the key \(key), last found as \(source), and no key is given; name it as store.seal.key in "
                + "the configuration, or for a command with --encryption-key"
        case .plain(let file):
            "the configuration asks for a sealed store, and \(file) is plain; run `mezon-bot data encrypt` once to seal what it holds, "
                + "or take store.seal out of the configuration"
        case .wrongKey(let file, let needed, let given):
            "\(file) is sealed with the key \(needed), and the one given is \(given); give the right one, or both: the older one "
                + "under store.seal.previous"
        }
    }
}
