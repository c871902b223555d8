import Foundation
import Storage

/// The place of a store: a server and a schema.
struct PostgreSQLLocation: Sendable {
    private let url: String
    let schema: String

    /// The store for users.
    var name: String { "the store in the schema \(schema) on the server" }

    /// - Throws: `StorageError.server` for a schema whose name would need quotes.
    init(url: String, schema: String) throws(StorageError) {
        guard !schema.isEmpty, schema.utf8.count < 64, schema.utf8.allSatisfy(Self.isAllowed) else {
            throw .server(schema: schema, reason: "its name must consist of lower-case letters, digits and underscores")
        }
        self.url = url
        self.schema = schema
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Turns an error of the server into one of the store.
    func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as PostgreSQLError {
            throw StorageError.server(schema: schema, reason: error.description)
        }
    }

    /// - Parameter purpose: The use of the connection, which the server lists.
    func connect(for purpose: String) throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(
            script: """
                SET client_min_messages = warning;
                SET jit = off;
                SET application_name = 'mezon-bot \(schema) \(purpose)';
                SET search_path = "\(schema)", pg_catalog;
                """)
        return connection
    }

    /// The advisory locks of a store.
    enum Lock: String {
        /// Held by the process that runs the bot.
        case lease
        /// Held by the connection that writes.
        case store
    }

    /// The number of a lock, as an expression.
    func key(of lock: Lock) -> String { "hashtextextended('mezon-bot \(lock) \(schema)', 0)" }

    /// The time for which the lock of a connection that has just ended is waited for.
    private static let lockWait = Duration.seconds(5)

    /// Makes the connection the only one that writes.
    ///
    /// - Parameter isAbandoned: Returns whether the lock is no longer wanted.
    /// - Throws: `PostgreSQLError`, which is temporary, if another connection has the lock: the lost one of this process until the server
    ///   notices, or that of another process.
    func lock(on connection: PostgreSQLConnection, isAbandoned: () -> Bool) throws {
        for _ in 0..<Int(Self.lockWait / LeaseTerms.attemptInterval) where !isAbandoned() {
            if try connection.tryLock(key(of: .store)) { return }
            usleep(UInt32(LeaseTerms.attemptInterval.milliseconds) * 1000)
        }
        throw PostgreSQLError(state: PostgreSQLError.inUse, message: "another process has it open")
    }
}
