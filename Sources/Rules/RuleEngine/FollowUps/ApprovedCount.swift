import ChatModel
import Foundation

/// A change of a counter by an action that was approved, of which a job tells the rules as soon as it is stored.
///
/// The job is about the user who was counted, while the event that changed the counter is the moderator's. Its id is
/// `approved.12.u5.g1 strikes`, for the entry of the approval, the subject and the counter; its note holds both values.
struct ApprovedCount: Hashable, Sendable {
    private static let prefix = "approved."
    private static let values = (before: "before", after: "after")

    let subject: String
    let change: CounterChange

    init(_ change: CounterChange, of subject: String) {
        self.change = change
        self.subject = subject
    }

    /// Creates the change that an event reports; `nil` for any other event.
    init?(endingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule, occurrence.job.name.hasPrefix(Self.prefix),
            let before = occurrence.job.note.object?[Self.values.before]?.integer,
            let after = occurrence.job.note.object?[Self.values.after]?.integer
        else { return nil }
        let parts = occurrence.job.name.dropFirst(Self.prefix.count).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let dot = parts[0].firstIndex(of: ".") else { return nil }
        self.init(
            CounterChange(name: String(parts[1]), before: Int(before), after: Int(after)),
            of: String(parts[0][parts[0].index(after: dot)...]))
    }

    func job(_ counted: DeferredActions.Counted, _ facts: Facts) -> ScheduledJob {
        ScheduledJob(
            "\(Self.prefix)\(facts.sequence).\(subject) \(change.name)", due: facts.now, clan: counted.clan,
            channel: counted.channel, user: counted.user,
            note: [Self.values.before: .integer(Int64(change.before)), Self.values.after: .integer(Int64(change.after))])
    }
}
