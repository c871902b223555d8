/// A write that waits for its transaction.
struct CommitJob: Sendable {
    let id: Int
    /// The number of entries that it appends, each of which may be decided with it.
    let entries: Int
    /// A Boolean value that indicates whether it waits for the commit of another write.
    var isLazy = false
    /// The results of an earlier run.
    let retryState = JobRetryState()
    /// Performs the write.
    let run: @Sendable (Transaction) throws -> Void
    /// Resumes the caller, with the error of the write itself if there is one.
    var finish: @Sendable ((any Error)?) -> Void
}
