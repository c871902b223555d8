import Persistence

/// How a command ends when it does not end well.
struct Failure: Error {
    enum Code: Int32 {
        case failed = 1
        case configuration = 2
        case usage = 64
        case gateway = 69
        case owned = 75
    }

    let code: Code
    /// One sentence for a person.
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: StorageError) {
        let code: Code =
            switch error {
            case .owned: .owned
            case .sealed, .plain, .wrongKey: .configuration
            case .unusable, .newerSchema, .olderSchema, .missing: .failed
            }
        self.init(code, "\(error)")
    }
}
