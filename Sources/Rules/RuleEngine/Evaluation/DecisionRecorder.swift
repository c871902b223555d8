/// The functions through which the rule engine hands over what is to be stored of its decisions. They are called in the order of
/// the decisions and under a lock, so they must return at once.
package struct DecisionRecorder: Sendable {
    /// Stores an observation of a user or channel and returns its id.
    package var storeObservation: @Sendable (DirectoryObservation) -> Int64
    /// Stores a decision, with or without state changes.
    package var record: @Sendable (RecordedDecision) -> Void

    package init(
        storeObservation: @escaping @Sendable (DirectoryObservation) -> Int64,
        record: @escaping @Sendable (RecordedDecision) -> Void
    ) {
        self.storeObservation = storeObservation
        self.record = record
    }
}
