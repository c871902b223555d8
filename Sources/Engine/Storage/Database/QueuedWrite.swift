/// A write that waits for its transaction.
struct QueuedWrite: Sendable {
    let id: Int
    /// The number of entries that it appends, each of which may be decided with it.
    let entries: Int
    /// The number of entries that it appends at most; nil if that is not known before its transaction.
    ///
    /// Entries of later writes can be decided before this one is performed if it is known, because they know their sequences.
    var appendLimit: Int?
    /// A Boolean value that indicates whether it waits for the commit of another write.
    var isLazy = false
    /// The decisions made before the transaction, or in an earlier run.
    let decisions = WriteDecisions()
    /// Decides the entries before the transaction, given the sequence after which they will be appended. Nil for a write that decides
    /// nothing.
    var prepare: (@Sendable (WriteDecisions, Int64) -> Void)?
    /// Performs the write.
    let run: @Sendable (Transaction) throws -> Void
    /// Resumes the caller, with the error of the write itself if there is one.
    var finish: @Sendable ((any Error)?) -> Void

    /// A Boolean value that indicates whether it can be prepared and was not yet.
    var isUnprepared: Bool { prepare != nil && decisions.preparation == .none }
}
