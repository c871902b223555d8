import CLibPQ
import Storage

/// The prepared statements of a connection, and those that were sent and whose results were not read.
struct PostgreSQLPipeline {
    /// The number of unread results that bounds the memory of both sides: the server never waits for them to be read, because they fit
    /// the buffers of any socket.
    static let maxResults = 256
    static let maxBytes = 1 << 20  // Arguments on their way, before the next statement.

    /// The names of prepared statements, by their texts.
    var prepared: [String: String] = [:]
    var preparedCount = 0
    /// The texts whose preparation was not confirmed.
    var preparing: [String] = []
    /// The commands whose results were not read.
    var unread: [Command] = []
    var bytes = 0

    enum Command { case preparation, statement }

    var isFull: Bool { unread.count >= Self.maxResults || bytes >= Self.maxBytes }
}

extension PostgreSQLConnection {
    /// Sends a statement. Its error is thrown by a later call.
    func execute(_ sql: String, _ arguments: [SQLValue]) throws {
        try send(sql, PostgreSQLParameters(arguments), isCached: true)
        if pipeline.isFull { _ = try synchronize() }
    }

    /// Executes a statement and waits for its result.
    func result(of sql: String, _ arguments: [SQLValue], isCached: Bool = true) throws -> PostgreSQLResult {
        try send(sql, PostgreSQLParameters(arguments), isCached: isCached)
        guard let result = try synchronize(last: 1).first else { throw lastError }
        return result
    }

    /// Executes several statements and waits for their results.
    ///
    /// - Parameter statements: Passes the text and the arguments of each statement on.
    func results(
        of statements: (_ execute: (_ sql: String, _ arguments: [SQLValue]) throws -> Void) throws -> Void
    ) throws -> [PostgreSQLResult] {
        var results: [PostgreSQLResult] = []
        var count = 0  // Of the last statements whose results were not read.
        func readResults() throws {
            if count > 0 { results += try synchronize(last: count) }
            count = 0
        }
        try statements { sql, arguments in
            try send(sql, PostgreSQLParameters(arguments), isCached: true)
            count += 1
            if pipeline.isFull { try readResults() }
        }
        try readResults()
        return results
    }

    /// Reads the results of all statements, before something that is not a part of the pipeline.
    func leavePipeline() throws {
        guard PQpipelineStatus(connection) != PQ_PIPELINE_OFF else { return }
        _ = try synchronize()
        guard PQexitPipelineMode(connection) == 1 else { throw lastError }
    }

    private func send(_ sql: String, _ parameters: PostgreSQLParameters, isCached: Bool) throws {
        if PQpipelineStatus(connection) == PQ_PIPELINE_OFF {
            guard PQenterPipelineMode(connection) == 1 else { throw lastError }
        }
        let name = try isCached ? self.name(of: sql) : prepare(sql, as: "")
        guard parameters.send(name, on: connection) else { throw lastError }
        pipeline.unread.append(.statement)
        pipeline.bytes += parameters.byteCount
    }

    private func name(of sql: String) throws -> String {
        if let name = pipeline.prepared[sql] { return name }
        pipeline.preparedCount += 1
        let name = try prepare(sql, as: "s\(pipeline.preparedCount)")
        pipeline.prepared[sql] = name
        pipeline.preparing.append(sql)
        return name
    }

    private func prepare(_ sql: String, as name: String) throws -> String {
        guard PQsendPrepare(connection, name, sql, 0, nil) == 1 else { throw lastError }
        pipeline.unread.append(.preparation)
        return name
    }

    /// Waits for the results of all statements. Those after one that has failed were not executed.
    ///
    /// - Parameter count: The number of the last statements whose results are returned.
    func synchronize(last count: Int = 0) throws -> ArraySlice<PostgreSQLResult> {
        guard !pipeline.unread.isEmpty else { return [] }
        let (commands, preparing) = (pipeline.unread, pipeline.preparing)
        (pipeline.unread, pipeline.bytes, pipeline.preparing) = ([], 0, [])
        do {
            return try readResults(of: commands).suffix(count)
        } catch {
            for sql in preparing { pipeline.prepared[sql] = nil }
            throw error
        }
    }

    /// - Returns: The results of the statements.
    private func readResults(of commands: [PostgreSQLPipeline.Command]) throws -> [PostgreSQLResult] {
        guard PQpipelineSync(connection) == 1 else { throw lastError }
        var results: [PostgreSQLResult] = []
        results.reserveCapacity(commands.count)
        var failure: (any Error)?
        for command in commands {
            // A lost connection has no more results.
            guard let result = PQgetResult(connection).map(PostgreSQLResult.init) else { throw failure ?? lastError }
            do {
                if failure == nil { try check(result.pointer) }
                if command == .statement { results.append(result) }
            } catch {
                failure = error
            }
            while let further = PQgetResult(connection) { PQclear(further) }
        }
        let end = PQgetResult(connection)
        defer { PQclear(end) }
        if let failure { throw failure }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw lastError }
        return results
    }
}
