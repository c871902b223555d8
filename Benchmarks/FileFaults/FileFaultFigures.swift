/// The figures of the trial of file faults.
struct FileFaultFigures: Encodable {
    /// The operations on the files of the data directory until the bot is ready.
    var operationsOfStart: UInt64 = 0
    /// The starts in which an operation failed.
    var faultsOfStarts = 0
    /// Those of them that ended with an error message.
    var refusedStarts = 0
    /// The faults while questions were answered.
    var faults = 0
    /// The times that the bot ended by itself after it was ready, or not with 0 when it was stopped.
    var exits = 0
    var traps = 0
    var asked = 0
    var lost = 0
    var duplicates = 0
    var outOfOrder = 0
    /// Deliveries that were not marked sent in the end.
    var unsent = 0
    /// Questions that are in the journal twice, or after a later one of their channel.
    var journalErrors = 0
    var damage: [String] = []
    /// The numbers of failed operations, by operation and file.
    var operations: [String: Int] = [:]

    mutating func take(_ outcome: NumberedQuestions.Outcome, _ states: DeliveryStates) {
        (asked, lost, duplicates, outOfOrder) = (outcome.asked, outcome.lost, outcome.doubled, outcome.outOfOrder)
        (unsent, journalErrors, damage) = (states.unsent, states.repeated + states.outOfOrder, states.damage)
    }

    /// A Boolean value that indicates whether nothing was lost, doubled, reordered or left over.
    var isGood: Bool {
        exits + traps + lost + duplicates + outOfOrder + unsent + journalErrors == 0 && damage.isEmpty && asked > 0
            && faultsOfStarts + faults > 0
    }
}
