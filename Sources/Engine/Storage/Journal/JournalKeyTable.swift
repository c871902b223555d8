import Crypto
import Foundation

/// The secret key for the hashes of entries. Without it, a sender could craft two entries with the same hash, and the second would
/// be discarded as a duplicate.
enum JournalKeyTable {
    static let schema = """
        CREATE TABLE journal_key (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            key BLOB NOT NULL
        ) STRICT;
        """

    /// Returns the first 64 bits of HMAC-SHA256. The key is created with the first hash.
    static func hash(_ bytes: [UInt8], in database: any SQLSession) throws -> Int64 {
        let sql = "SELECT key FROM journal_key"
        let key: [UInt8]
        if let known = try (database.value(sql) as [UInt8]?) {
            key = known
        } else {
            key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            try database.execute("INSERT INTO journal_key VALUES (1, ?)", [key])
        }
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key))
        return Int64(bitPattern: code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
