package import ChatModel

/// The outcome of an entry.
package struct Turn: Sendable, Hashable {
    package var sequence: Int64
    package var trace: Trace
    package var deliveries: [NewDelivery]
    /// The measures taken against users.
    package var cases: [NewCase] = []
    /// The changes to existing cases, by the author that requested them.
    package var caseChanges: [String: [CaseChange]] = [:]
    /// The system events that the turn causes.
    package var events: [SystemEvent] = []
    /// The jobs to schedule or cancel, in this order.
    package var jobs: [ScheduledJobChange] = []
    /// The position of the rules' decision among all of their decisions; zero if the rules did not decide.
    package var ticket: Int64 = 0
    /// The revision of the rules that decided.
    package var version = ""
    /// A Boolean value that indicates whether the rules' decision may have been stored separately. The stored decision is deleted
    /// when this turn is committed.
    package var isRecorded = false
    /// The ids of the directory observations that the rules' decision used.
    package var observations: [Int64] = []
    /// The updated count of answers to the author; nil if the turn does not change it.
    package var answers: AnswerCount?

    package init(sequence: Int64, trace: Trace, deliveries: [NewDelivery] = []) {
        self.sequence = sequence
        self.trace = trace
        self.deliveries = deliveries
    }
}
