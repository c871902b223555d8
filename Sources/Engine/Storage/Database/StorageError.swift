/// An error of the data directory.
package enum StorageError: Error, Equatable, CustomStringConvertible {
    /// Another process holds the directory's lock.
    case owned(folder: String, by: Int32?)
    case unusable(folder: String, reason: String)
    /// The content of the file is wrong.
    case damaged(file: String, reason: String)
    /// The file was written by a newer build.
    case newerSchema(file: String)
    /// The file was written by an older build, and no application of this build has upgraded it.
    case olderSchema(file: String)
    /// The checkpoint of the rule state was deleted while it was read.
    case checkpointDeleted
    /// The file does not exist yet.
    case missing(file: String)
    /// The store on a database server cannot be used.
    case server(schema: String, reason: String)
    /// The directory's store is on a database server, and a file was asked for.
    case onServer(folder: String)
    /// The directory contains a database of SQLite, and one on a server was asked for.
    case inFile(folder: String)
    /// The file is encrypted, and no key was given.
    case sealed(file: String, key: String, source: String)
    /// The file is not encrypted, and a key was given.
    case plain(file: String)
    /// The file is encrypted with a key other than those given.
    case wrongKey(file: String, needed: String, given: String)

    package var description: String {
        switch self {
        case .owned(let folder, let pid):
            "the data directory \(folder) is in use by another mezon-bot\(pid.map { " (process \($0))" } ?? ""); "
                + "stop it, or pass another directory with --data"
        case .unusable(let folder, let reason): "the data directory \(folder) cannot be used: \(reason)"
        case .damaged(let file, let reason):
            "\(file) is damaged: \(reason). The start of the bot, and `mezon-bot data salvage`, save what can be read; if they cannot, "
                + "install a backup with `mezon-bot data restore`"
        case .newerSchema(let file):
            "\(file) was written by a newer version of mezon-bot; use that version, or move the file away"
        case .olderSchema(let file):
            "\(file) was written by an older version of mezon-bot; start the bot, or run "
                + "`mezon-bot data upgrade`, to upgrade it"
        case .checkpointDeleted:
            "the checkpoint of the rule state was deleted meanwhile, as an erasure or the end of its retention does; begin again"
        case .missing(let file):
            // The folder is what was asked for; the file in it means nothing to whoever did.
            "no bot has run with the data directory '\(file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))' yet"
        case .server(let schema, let reason): "the store on the server, in the schema \(schema), cannot be used: \(reason)"
        case .onServer(let folder):
            "the store of the data directory \(folder) is on a database server: set store.url to run a bot with it, and use the "
                + "server's own tools for backups and copies"
        case .inFile(let folder):
            "store.url is set, but the data directory \(folder) contains a database of SQLite; move it with "
                + "`mezon-bot data migrate`, remove store.url, or name another directory in store.path"
        case .sealed(let file, let key, let source):
            "\(file) is encrypted with the key \(key), last read from \(source), but no key was given; set store.encryption.key in "
                + "the configuration, or pass --encryption-key to a command"
        case .plain(let file):
            "the configuration requires an encrypted store, but \(file) is not encrypted; run `mezon-bot data encrypt` once to encrypt it, "
                + "or remove store.encryption from the configuration"
        case .wrongKey(let file, let needed, let given):
            "\(file) is encrypted with the key \(needed), but the given key is \(given); give the right key, or list the older "
                + "one under store.encryption.previous_keys"
        }
    }
}
