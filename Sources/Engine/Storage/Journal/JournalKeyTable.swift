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

    /// The key, which is created when it is needed first.
    static func key(in database: any SQLSession) throws -> JournalKey {
        if let known = try (database.value("SELECT key FROM journal_key") as [UInt8]?) {
            return JournalKey(key: SymmetricKey(data: known))
        }
        let key = SymmetricKey(size: .bits256)
        try database.execute("INSERT INTO journal_key VALUES (1, ?)", [key.withUnsafeBytes { Array($0) }])
        return JournalKey(key: key)
    }
}

/// The secret key for the hashes of entries.
struct JournalKey {
    fileprivate let key: SymmetricKey

    /// Returns the first 64 bits of HMAC-SHA256.
    func hash(_ bytes: [UInt8]) -> Int64 {
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
        return Int64(bitPattern: code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
