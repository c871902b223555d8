import ChatModel
import Foundation
import Storage
import Synchronization

/// The files of a store on its server, on a connection of their own. Calls block; they wait half a minute for a server that is gone.
final class PostgreSQLBlobs: SharedBlobs {
    private static let maxWait = Duration.seconds(30)

    private let location: PostgreSQLLocation
    private let time: any TimeSource
    private let connection = Mutex<PostgreSQLConnection?>(nil)

    init(_ location: PostgreSQLLocation, time: any TimeSource) {
        self.location = location
        self.time = time
    }

    func keep(_ bytes: Data, named name: String) throws {
        // The content is sent only if the server does not have it.
        let isKept = try !rows(
            "UPDATE blob SET used_at = greatest(used_at, $2) WHERE name = $1 RETURNING 1", [name, time.now.milliseconds]
        ).isEmpty
        guard !isKept else { return }
        try rows(
            "INSERT INTO blob (name, content, used_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
            [name, bytes, time.now.milliseconds])
    }

    func bytes(named name: String) throws -> Data? {
        guard let row = try rows("SELECT content FROM blob WHERE name = $1", [name]).first else { return nil }
        return try SQLRow.read(row) { Data($0[0] as [UInt8]) }
    }

    func names() throws -> [String] {
        try rows("SELECT name FROM blob ORDER BY name", []).map { row in try SQLRow.read(row) { $0[0] } }
    }

    func sweep(before date: Date) throws {
        // Often the only use for a long time.
        defer { close() }
        try rows("DELETE FROM blob WHERE used_at < $1", [date.milliseconds])
    }

    func close() { connection.withLock { $0 = nil } }

    @discardableResult
    private func rows(_ sql: String, _ arguments: SQLArguments) throws -> [[SQLValue]] {
        try connection.withLock { current in
            let deadline = time.uptime + Self.maxWait
            while true {
                do {
                    let connection = try current ?? location.connect(for: "files")
                    current = connection
                    return try connection.rows(sql, arguments)
                } catch let error as PostgreSQLError where error.isTemporary && time.uptime < deadline {
                    current = nil
                    usleep(100_000)
                }
            }
        }
    }
}
