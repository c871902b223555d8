import BotTesting
import Foundation
import GRDB
import Testing

@testable import Storage

struct StorageErrorDescriptionTests {
    private static let codes: [ResultCode] = [
        .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_IOERR_WRITE, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_CORRUPT,
        .SQLITE_NOMEM, .SQLITE_NOTADB, .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_MISUSE, .SQLITE_ERROR, .SQLITE_INTERNAL,
    ]

    @Test(arguments: codes) func `a database error is described without its SQL statement`(code: ResultCode) {
        let error = DatabaseError(
            resultCode: code, message: "near X", sql: "INSERT INTO journal VALUES (?)", arguments: ["hunter2"],
            publicStatementArguments: true)
        let words = StorageErrorDescription.words(for: error)
        #expect(words.hasSuffix(" (SQLite error \(code.rawValue))"))
        for leak in ["INSERT", "journal", "hunter2", "near X", "/"] { #expect(!words.contains(leak)) }
    }

    @Test func `a decoding error is described without the value`() throws {
        struct Value: Decodable { var inner: [String: Int] }
        for json in [#"{"inner":{"a":"hunter2"}}"#, #"{"other":"hunter2"}"#, "hunter2", #"{"inner":null}"#] {
            do {
                _ = try JSONDecoder().decode(Value.self, from: Data(json.utf8))
                Issue.record("it was read")
            } catch {
                let words = StorageErrorDescription.words(for: error)
                #expect(words.hasPrefix("it "))
                #expect(!words.contains("hunter2") && !words.contains("Context") && !words.contains("Swift"))
            }
        }
    }

    @Test func `a storage error keeps its own description`() {
        let error = StorageError.missing(file: "f")
        #expect(StorageErrorDescription.words(for: error) == "\(error)")
    }
}
