import BotKit
import ChatModel
import Foundation
import RuleEngine
import Storage

/// One of the two histories of a rewind: with the rule or without it. It has its own rule state and the jobs that its rules wait for.
struct RewindBranch {
    /// A job by its author and its name.
    struct JobKey: Hashable, Comparable {
        var author: String
        var name: String

        static func < (left: JobKey, right: JobKey) -> Bool { (left.author, left.name) < (right.author, right.name) }
    }

    private(set) var replayer: DecisionReplayer
    private(set) var jobs: [JobKey: ScheduledJob] = [:]
    /// A number that changes with the jobs.
    private(set) var jobVersion = 0

    init(_ replayer: DecisionReplayer) { self.replayer = replayer }

    /// Returns a branch that begins as this one. Either may go on.
    func copy() -> RewindBranch {
        var copy = self
        copy.replayer = replayer.copy()
        return copy
    }

    mutating func restart(_ start: ProcessStart, from reader: JournalReader) async throws {
        try await replayer.restart(start, from: reader)
    }

    /// Returns whether the branch waits for an occurrence.
    func awaits(_ occurrence: SystemEvent.Occurrence) -> Bool {
        jobs[JobKey(author: occurrence.author, name: occurrence.job.name)]?.due.milliseconds == occurrence.job.due.milliseconds
    }

    /// The decision about an entry; nil if this build cannot read it.
    mutating func decision(
        _ decided: JournalReader.Decided, _ event: Event, without omitted: Set<String> = []
    ) -> RuleDecision? {
        if case .system(.due(let occurrence)) = event, awaits(occurrence) {
            let key = JobKey(author: occurrence.author, name: occurrence.job.name)
            jobs[key]?.due = occurrence.next ?? .distantPast
            if occurrence.next == nil || occurrence.isDismissed { jobs[key] = nil }
            jobVersion += 1
        }
        let decision = replayer.decision(decided, event, without: omitted)
        decision.map { schedule($0) }
        return decision
    }

    /// The decision about an event that the history does not contain.
    mutating func decision(
        about event: Event, after sequence: Int64, by version: String, without omitted: Set<String>
    ) -> RuleDecision? {
        if case .system(.due(let occurrence)) = event {
            jobs[JobKey(author: occurrence.author, name: occurrence.job.name)] = nil
            jobVersion += 1
        }
        let decision = replayer.decision(about: event, after: sequence, by: version, without: omitted)
        decision.map { schedule($0) }
        return decision
    }

    private mutating func schedule(_ decision: RuleDecision) {
        for result in decision.results where !result.isShadow && !result.author.contains("/bot:") {
            for action in result.actions {
                switch action {
                case .schedule(let job): jobs[JobKey(author: result.author, name: job.name)] = job
                case .cancel(let name): jobs[JobKey(author: result.author, name: name)] = nil
                default: continue
                }
                jobVersion += 1
            }
        }
    }
}
