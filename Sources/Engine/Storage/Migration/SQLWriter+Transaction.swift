extension SQLWriter {
    /// Performs a transaction at once, for databases that no store has open.
    @discardableResult
    func transaction<Value>(_ body: (any SQLWriterSession) throws -> Value) throws -> Value {
        var result = Result<Value, any Error>.failure(CancellationError())
        withSession { session in
            result = Result {
                do {
                    try session.begin()
                    let value = try body(session)
                    try Self.commit(session)
                    return value
                } catch {
                    session.rollBack()
                    throw error
                }
            }
        }
        return try result.get()
    }

    private static func commit(_ session: any SQLWriterSession) throws {
        do {
            try session.commit()
        } catch let error as any SQLError where error.leavesCommitOpen {
            guard try session.didCommit() else { throw error }
        }
    }
}
