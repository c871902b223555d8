import Storage

/// An error that ends a command, with its exit code.
struct CommandError: Error {
    enum ExitCode: Int32 {
        case failed = 1
        case configuration = 2
        case usage = 64
        case gateway = 69
        case owned = 75
    }

    let code: ExitCode
    /// One sentence for users.
    let message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: StorageError) {
        let code: ExitCode =
            switch error {
            case .owned: .owned
            case .sealed, .plain, .wrongKey, .inFile: .configuration
            case .unusable, .damaged, .newerSchema, .olderSchema, .checkpointDeleted, .missing, .server, .onServer: .failed
            }
        self.init(code, "\(error)")
    }

    init(_ error: BackupError) { self.init(.failed, "\(error)") }

    /// The error for a key that is given for a plain store.
    static func notEncrypted(_ folder: String) -> CommandError {
        CommandError(.configuration, "the store in \(folder) is not encrypted; remove --encryption-key")
    }
}
