import ChatModel
import Foundation
import GRDB

/// Descriptions of storage errors for users. They contain no part of a statement, its arguments or a stored value.
package enum StorageErrorDescription {
    /// - Returns: The error's own description if it is not a library error.
    package static func words(for error: any Error) -> String {
        words(forLibrary: error) ?? "\(error)"
    }

    /// - Returns: Nil if the error is neither a database nor a coding error.
    package static func words(forLibrary error: any Error) -> String? {
        switch error {
        case let error as DatabaseError: words(for: error)
        case is DecodingError: DecodingErrorDescription.words(for: error)
        case is EncodingError: "a value cannot be encoded"
        case is CocoaError: FileErrorDescription.words(for: error)
        default: nil
        }
    }

    private static func words(for error: DatabaseError) -> String {
        let code = error.extendedResultCode.rawValue
        let reason =
            switch error.resultCode {
            case .SQLITE_FULL: "the disk is full"
            case .SQLITE_IOERR: "the disk reports an input or output error, or the file reached its size limit"
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: "the file is read-only"
            case .SQLITE_CANTOPEN: "the file cannot be opened"
            case .SQLITE_BUSY, .SQLITE_LOCKED: "another process has locked the file"
            case .SQLITE_NOMEM: "there is not enough memory"
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: "the file is damaged"
            case .SQLITE_TOOBIG: "the value is too large to be stored"
            case .SQLITE_INTERRUPT, .SQLITE_ABORT: "the operation was interrupted"
            case .SQLITE_CONSTRAINT: "it violates a constraint of the database"
            case .SQLITE_MISUSE: "the file is closed"
            default: "the database reports an error"
            }
        return "\(reason) (SQLite error \(code))"
    }
}
