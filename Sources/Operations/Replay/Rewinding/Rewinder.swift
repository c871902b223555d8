import BotKit
package import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
package import RuleEngine
package import Storage

/// Replays the journal with and without a rule, to find out what the rule has caused.
///
/// Without the rule, the history is the one that would have followed from a reload that removed the rule at the start: jobs, signals and
/// messages of the rule do not happen, and jobs that it has prevented do. What members did is the same in both.
package final class Rewinder {
    private let reader: JournalReader
    let request: RewindRequest
    private let directory: HistoricalDirectory
    private let revisions: RevisionCache
    private var history: DecisionHistory
    /// The first ticket of the last process: its later decisions may still wait for their turns.
    private let lastStart: Int64
    private(set) var me: UserID
    private var with: RewindBranch
    /// The branch without the rule; nil before the first entry that it decides differently.
    private var without: RewindBranch?
    /// The earlier rewinds that are part of the history, with their entries: without the rule, they would have changed other things.
    private let earlier: [(sequence: Int64, request: RewindRequest)]
    /// The last ticket whose decision has been replayed.
    package private(set) var ticket: Int64 = 0
    private var sequence: Int64 = 0
    /// The entries at which the rule acted, without those of which an earlier rewind has taken back its effects.
    private(set) var acts: [Int64] = []
    /// The entries at which the rule acted.
    private var causes: Set<Int64> = []
    /// The number of entries at which other rules would have decided otherwise.
    private(set) var consequences = 0
    private(set) var unreadable = 0
    /// The messages that the rule has sent.
    package private(set) var messages: Set<MessageID> = []
    /// The mutes in force that a moderator has set by hand, as the actions that would lift them.
    private(set) var imposed: Set<MemberAction> = []
    private var signals: [SystemEvent.Signal] = []
    /// A Boolean value that indicates whether the signals of the rule have arrived.
    package var isSettled: Bool { signals.isEmpty }
    /// The strikes of rules with their values without the rule; nil for those that would not have been given.
    private var strikes: [Strike: Strike?] = [:]
    private var nextExtra: (version: [Int], occurrence: SystemEvent.Occurrence?)?

    /// - Parameter today: The current members and channels.
    /// - Throws: Errors of the store.
    package init(_ request: RewindRequest, _ reader: JournalReader, today: DirectoryLookup) async throws {
        self.request = request
        self.reader = reader
        directory = HistoricalDirectory(today: today)
        revisions = try await RevisionCache(reader)
        history = try await DecisionHistory(reader, readsOutcomes: false)
        lastStart = try await reader.starts().last?.firstTicket ?? 0
        me = history.first?.me ?? 0
        with = RewindBranch(DecisionReplayer(revisions, seeing: directory.lookup, channel: directory.channel, me: me))
        earlier = try await Self.applied(since: request.since, in: reader)
    }

    /// The rewinds that were carried out since a time, and those whose range reaches into that of another one.
    private static func applied(since: Date, in reader: JournalReader) async throws -> [(sequence: Int64, request: RewindRequest)]
    {
        var applied: [(sequence: Int64, request: RewindRequest)] = []
        var start = since
        for entry in try await reader.rewinds().reversed() {
            guard case .system(.rewind(let rewind))? = entry.event, entry.receivedAt >= start,
                try await reader.observations(of: entry.sequence).contains(DirectoryObservation.rewindIsCurrent(true).text)
            else { continue }
            applied.append((entry.sequence, RewindRequest(rewind.rule, since: rewind.since, in: rewind.clan)))
            start = min(start, rewind.since)
        }
        return applied
    }

    /// Replays what the journal has, up to the first decision whose turn is not stored yet.
    ///
    /// - Parameter continues: Receives the sequence of each entry, and returns false to end.
    /// - Returns: Whether the end was reached.
    /// - Throws: Errors of the store, and `CancellationError`.
    @discardableResult
    package func advance(while continues: (Int64) -> Bool = { _ in true }) async throws -> Bool {
        history.resume(after: ticket)
        while let item = try await history.next() {
            try Task.checkCancellation()
            switch item {
            case .start(let start):
                me = start.me
                directory.restart()
                try await with.restart(start, from: reader)
                try await without?.restart(start, from: reader)
            case .decided(let decided):
                let event = decided.entry.event
                guard decided.ticket > 0 else {
                    // The rules had nothing to decide, but a signal has arrived.
                    if let event {
                        note(event)
                        _ = happensWithout(event)
                    }
                    continue
                }
                guard continues(decided.entry.sequence) else { return false }
                if decided.ticket >= lastStart, !decided.status.isTurned { return true }
                try await decide(decided)
                ticket = decided.ticket
            }
        }
        return true
    }

    private func decide(_ decided: JournalReader.Decided) async throws {
        let entry = decided.entry
        sequence = entry.sequence
        guard let event = entry.event else { return unreadable += 1 }
        directory.restore(history.observations.observations(of: decided))
        note(event)
        let clan = with.replayer.clan(of: event)
        let omitted = omitted(from: sequence, in: clan, at: entry.receivedAt)
        if without == nil, !omitted.isEmpty { without = with.copy() }
        if without != nil { try decideExtras(through: entry.receivedAt, by: decided.version ?? "") }
        let doesHappen = happensWithout(event)
        let then = with.decision(decided, event)
        guard without != nil else { return then == nil ? unreadable += 1 : () }
        let next = doesHappen ? without?.decision(decided, adjusted(event), without: omitted) : RuleDecision()
        guard let then, let next else { return unreadable += 1 }
        if case .system(.rewind) = event { return }
        if then.results != next.results {
            try await compare(then, next, of: entry, in: clan, without: omitted, by: decided.version ?? "")
        }
    }

    /// The rules that are left out of the decision about an entry.
    private func omitted(from sequence: Int64, in clan: ClanID, at time: Date) -> Set<String> {
        Set(
            (request.covers(clan, at: time) ? [request.rule] : [])
                + earlier.filter { sequence < $0.sequence && $0.request.covers(clan, at: time) }.map(\.request.rule))
    }

    /// Returns whether an earlier rewind has taken back what the rule did about an entry.
    private func isTakenBack(_ entry: Entry, of clan: ClanID) -> Bool {
        earlier.contains {
            $0.request.rule == request.rule && entry.sequence < $0.sequence && $0.request.covers(clan, at: entry.receivedAt)
        }
    }

    /// Keeps record of the mutes that moderators set by hand.
    private func note(_ event: Event) {
        guard case .banChanged(let change) = event, !change.by.isNone, change.by != me || change.isLifted else { return }
        for user in change.users {
            let action = MemberAction.unmute(user, in: change.channel)
            if change.isLifted { imposed.remove(action) } else { imposed.insert(action) }
        }
    }

    /// Returns whether an event would have happened without the rule.
    private func happensWithout(_ event: Event) -> Bool {
        guard let without else { return true }
        if !event.message.isNone, messages.contains(event.message) { return false }
        switch event {
        case .system(.due(let occurrence)): return !with.awaits(occurrence) || without.awaits(occurrence)
        case .system(.failed(let failure)): return !(request.isAuthor(failure.author) && causes.contains(failure.cause))
        case .system(.signal(let signal)):
            guard let index = signals.firstIndex(of: signal) else { return true }
            signals.remove(at: index)
            return false
        case .system(.rewind): return !earlier.contains { $0.sequence == sequence }
        default: return true
        }
    }

    /// The event without the strikes that would not have been given.
    private func adjusted(_ event: Event) -> Event {
        guard case .system(.undo(let undo)) = event, undo.strikes.contains(where: { strikes[$0] != nil }) else { return event }
        return .system(
            .undo(
                SystemEvent.Undo(
                    cases: undo.cases, by: undo.by, moderator: undo.moderator, clan: undo.clan, channel: undo.channel,
                    inverses: undo.inverses, strikes: undo.strikes.compactMap { strikes[$0] ?? $0 }, measures: undo.measures,
                    at: undo.at)))
    }

    private func compare(
        _ then: RuleDecision, _ next: RuleDecision, of entry: Entry, in clan: ClanID, without omitted: Set<String>,
        by version: String
    ) async throws {
        let own = (then.results.count { request.isAuthor($0.author) }, next.results.count { request.isAuthor($0.author) })
        if own.0 > own.1 {
            causes.insert(entry.sequence)
            if !isTakenBack(entry, of: clan) { acts.append(entry.sequence) }
            for delivery in try await reader.deliveries(causedBy: entry.sequence)
            where request.isAuthor(delivery.author) && !delivery.message.isNone {
                messages.insert(delivery.message)
            }
        }
        let changed = EntryDecision(then).changes(to: EntryDecision(next)).map(\.author)
        let isOther = changed.contains { author in
            !omitted.contains { RewindRequest($0, since: request.since).isAuthor(author) }
        }
        if isOther { consequences += 1 }
        for (author, draft) in then.drafts {
            guard let strike = draft.strike else { continue }
            let other = next.drafts.first { $0.0 == author && $0.1.kind == draft.kind && $0.1.user == draft.user }?.1.strike
            if other != strike { strikes[strike] = .some(other) }
        }
        var missing = next.signals
        for signal in then.signals {
            if let index = missing.firstIndex(of: signal) { missing.remove(at: index) } else { signals.append(signal) }
        }
        for signal in missing {
            _ = without?.decision(about: .system(.signal(signal)), after: sequence, by: version, without: omitted)
        }
    }

    /// Decides about the occurrences through a time that only the branch without the rule waits for.
    private func decideExtras(through now: Date, by version: String) throws {
        while let occurrence = nextOccurrence(), occurrence.job.due <= now {
            try Task.checkCancellation()
            let omitted = omitted(from: sequence, in: occurrence.job.clan, at: occurrence.job.due)
            _ = without?.decision(about: .system(.due(occurrence)), after: sequence, by: version, without: omitted)
        }
    }

    private func nextOccurrence() -> SystemEvent.Occurrence? {
        guard let without else { return nil }
        let version = [with.jobVersion, without.jobVersion]
        if let nextExtra, nextExtra.version == version { return nextExtra.occurrence }
        let extra = without.jobs.filter { key, job in with.jobs[key]?.due.milliseconds != job.due.milliseconds }
        let next = extra.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        let occurrence = next.map { SystemEvent.Occurrence(author: $0.key.author, $0.value, at: $0.value.due) }
        nextExtra = (version, occurrence)
        return occurrence
    }

    /// The entries of the rule state that would be others without the rule.
    var stateDifferences: [StateDifference] { without.map { with.replayer.differences(to: $0.replayer) } ?? [] }

    /// The jobs that would be others without the rule.
    var jobChanges: [SystemEvent.Rewind.JobChange] {
        guard let without else { return [] }
        return Set(with.jobs.keys).union(without.jobs.keys).sorted().compactMap { key in
            with.jobs[key] == without.jobs[key]
                ? nil : SystemEvent.Rewind.JobChange(author: key.author, name: key.name, job: without.jobs[key])
        }
    }
}

extension JournalReader.Decided.Status {
    fileprivate var isTurned: Bool { if case .turned = self { true } else { false } }
}

extension RuleDecision {
    fileprivate var drafts: [(String, CaseDraft)] { results.flatMap { result in result.cases.map { (result.author, $0) } } }

    /// The signals that the decision sends.
    fileprivate var signals: [SystemEvent.Signal] {
        results.filter { !$0.isShadow }.flatMap(\.events).compactMap { if case .signal(let signal) = $0 { signal } else { nil } }
    }
}
