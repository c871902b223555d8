import BotKit
import ChatModel

/// Takes back what a rule did: the rule state, its jobs, its cases, and its messages and reactions, in one decision.
enum RuleRewind {
    /// The author of what is taken back, and of the changes to cases, which have no effect if all of them have ended by then.
    static let author = "system:rewind"
    static let caseAuthor = "system:rewind-cases"

    /// Returns what takes the rule's actions back. Nothing is taken back if a decision since the computation depended on them: the state
    /// that the event describes is then that of another history.
    static func takeBack(_ rewind: SystemEvent.Rewind, _ facts: Facts) -> [AuthorResult] {
        guard facts.directory.isCurrent(rewind) else {
            let reason = "events have depended on it since, or the bot was restarted"
            return [AuthorResult(author: author, actions: [], reason: reason, summary: "nothing")]
        }
        for change in rewind.state {
            guard let key = change.key else { continue }
            let entry = change.value.flatMap(StateEntry.init(json:))
            facts.state.restore(
                entry.map { StateSlot.Item(entry: $0, expiresAt: change.expiresAt) }, under: key,
                in: ExecutionMode(name: change.mode))
        }
        let reason = "\(rewind.by) rewound \(rewind.rule)"
        var results = [
            AuthorResult(
                author: author, actions: rewind.removals.map { .resolved($0.action) }, reason: reason,
                summary: "state \(rewind.state.count), messages, reactions and waiting requests \(rewind.removals.count)")
        ]
        if !rewind.cases.isEmpty {
            results.append(
                AuthorResult(
                    author: caseAuthor, actions: rewind.inverses.map(Action.member),
                    caseChanges: rewind.cases, reason: reason,
                    summary: "measures \(rewind.cases.count)"))
        }
        return results
            + rewind.jobs.map { change in
                AuthorResult(
                    author: change.author, actions: [change.job.map(Action.schedule) ?? .cancel(change.name)], reason: reason)
            }
    }
}

extension SystemEvent.Rewind.Removal {
    fileprivate var action: ResolvedAction {
        let request: ResolvedAction.Request =
            if let delivery {
                .withdraw(delivery)
            } else if let emoji {
                .unreact(emoji, message: message, author: author)
            } else {
                .delete(message, topic: topic)
            }
        return ResolvedAction(channel: channel, request: request)
    }
}
