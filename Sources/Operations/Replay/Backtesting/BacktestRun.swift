import BotKit
import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
import Moderation
import RuleEngine
import Storage

/// A backtest under way: the two branches, and what differs between them so far.
struct BacktestRun {
    private var report: BacktestReport
    private let reader: JournalReader
    private let rules: RuleSet
    let directory: HistoricalDirectory
    let labels: [ChannelID: String]
    let zone: TimeZone
    private let me: UserID
    private var bots: BacktestBots
    /// The last entry that is counted as changed.
    private var changed: Int64 = 0
    let span: ReplayRange
    private let found: ((BacktestDifference) -> Void)?
    private let observed: ((BacktestObservation) -> Void)?
    var branches: BacktestBranches
    var releases = BacktestReleases()
    /// The occurrences of jobs in the history; nil until they are needed.
    private var recorded: Set<BacktestBranch.Occurrence>?
    /// The entry that was decided last.
    private(set) var sequence: Int64 = 0

    init(
        _ reader: JournalReader, from old: (set: RuleSet, replayer: DecisionReplayer),
        to new: (set: RuleSet, replayer: DecisionReplayer), slicedBy slice: RuleSlice?,
        in directory: HistoricalDirectory, _ bots: BacktestBots, over span: ReplayRange, as me: UserID,
        at checkpoint: StateCheckpoint?, found: ((BacktestDifference) -> Void)?, observed: ((BacktestObservation) -> Void)?
    ) async throws {
        self.bots = bots
        self.span = span
        self.reader = reader
        self.directory = directory
        self.me = me
        self.found = found
        self.observed = observed
        rules = new.set
        report = BacktestReport(before: old.set.version, after: new.set.version)
        report.checkpoint = checkpoint?.at
        branches = BacktestBranches(slice, before: old.replayer, after: new.replayer, as: me)
        labels = try await reader.channelNames().labels
        zone = try await reader.timeZone()
    }

    /// Decides about an entry in both branches.
    ///
    /// - Parameter continues: Returns false to end the backtest.
    mutating func decide(_ decided: JournalReader.Decided, while continues: () throws -> Bool) async throws {
        sequence = decided.entry.sequence
        guard let event = decided.entry.event else { return report.unreadable += 1 }
        let received = decided.entry.receivedAt
        // Messages tell their time in whole seconds, in which several may follow each other.
        let now = decided.entry.isLate ? event.time ?? received : received
        noteDueReleases(through: received)
        noteEarlierReleases(before: event, of: decided.entry)
        let preventions = branches.preventions(of: event, at: now)
        let isHere = (before: preventions.before == nil, after: preventions.after == nil)
        if !isHere.before || !isHere.after { branches.divide() }
        let decisions = branches.decide(decided, event, isHere: isHere)
        guard let then = decisions.before, let next = decisions.after else { return report.unreadable += 1 }
        var keys = keysToExamine(after: event)
        if !then.results.isEmpty || !next.results.isEmpty || decisions.undisturbed != nil {
            var known = RecordedMemberActions()
            if then.takesMeasures || next.takesMeasures {
                known = RecordedMemberActions(try await reader.line(sequence)?.deliveries ?? [])
            }
            keys += try await apply(decisions, in: branches.real.after.clan(of: event), at: received, beside: known)
        }
        if span.contains(received) {
            report.entries += 1
            report.count(directory.guesses)
            observed?(
                BacktestObservation(
                    sequence: sequence, event: event, clan: branches.real.after.clan(of: event), at: now,
                    before: isHere.before ? then : nil, after: isHere.after ? next : nil,
                    readings: isHere.after ? branches.real.after.readings : []))
            if !decisions.isShared { compareRules(decided.entry, event, decisions, preventions) }
        }
        let played = try await compareBots(decided, event, decisions, isHere: isHere, while: continues)
        guard !keys.isEmpty || !played.isEmpty else { return }
        keys += apply(played.filter { $0.turn.entry.sequence == sequence })
        noteReleases(keys, at: received) { [labels] in EntrySummary(decided.entry, event, labels) }
        noteReleases(of: played.filter { $0.turn.entry.sequence != sequence })
    }

    /// Compares the decisions of the rules.
    private mutating func compareRules(
        _ entry: Entry, _ event: Event, _ decisions: BacktestBranches.Decisions,
        _ preventions: BacktestBranches.Preventions
    ) {
        let subject = { [labels] in EntrySummary(entry, event, labels) }
        compare(
            decisions, about: event, EventContext(of: entry, event, as: me),
            isPrevented: preventions.before != nil || preventions.after != nil, subject: subject)
        // The bot's own deletions, and what its measures do to members, are effects and not prevented.
        if let measure = preventions.after, preventions.before == nil, event.actor != me, !preventions.isEffect {
            note(.prevented, .consequence, by: measure.author) { [words = words(measure)] in
                ("written", "not written", words, subject())
            }
        }
    }

    /// Decides about the occurrences of jobs through a time that the history does not contain, as long as the backtest continues.
    mutating func decideOccurrences(
        through now: Date, while continues: () throws -> Bool, isReported: (Date) -> Bool
    ) async throws {
        while let occurrence = branches.nextOccurrence, occurrence.due <= now.milliseconds, try continues() {
            let (event, decisions) = branches.decide(occurrence, after: sequence)
            let due = Date(timeIntervalSince1970: Double(occurrence.due) / 1000)
            let clan = event.map { branches.real.after.clan(of: $0) } ?? 0
            noteDueReleases(through: due)
            let keys = try await apply(decisions, in: clan, at: due)
            guard let event else { continue }
            noteReleases(keys, at: due) { [labels, sequence] in EntrySummary(event, at: due, after: sequence, labels) }
            guard isReported(due) else { continue }
            observed?(
                BacktestObservation(
                    sequence: sequence, event: event, clan: clan, at: due,
                    before: decisions.before, after: decisions.after))
            let context = EventContext(now: due, me: me, isLate: false, sequence: sequence)
            compare(decisions, about: event, context, isPrevented: false) { [labels, sequence] in
                EntrySummary(event, at: due, after: sequence, labels)
            }
        }
    }

    /// Applies the decisions about an event, and returns the members and places of measures that are new or lifted.
    ///
    /// - Parameter known: The recorded actions because of the event; none for one that is not in the history.
    private mutating func apply(
        _ decisions: BacktestBranches.Decisions, in clan: ClanID, at now: Date, beside known: RecordedMemberActions = .init()
    ) async throws -> [Restraints.Key] {
        let (then, next) = (decisions.before ?? RuleDecision(), decisions.after ?? RuleDecision())
        let plain = decisions.undisturbed
        if [then, next, plain?.before, plain?.after].contains(where: { $0?.schedules ?? false }) { try await readOccurrences() }
        let recorded = recorded ?? []
        branches.history.apply(MemberActions(actions: known.effective, clan: clan, sequence: sequence, at: now))
        if let then = plain?.before {
            _ = branches.undisturbed?.before.apply(then, in: clan, at: sequence, now, except: [], recorded: recorded)
        }
        if let next = plain?.after {
            _ = branches.undisturbed?.after.apply(next, in: clan, at: sequence, now, except: [], recorded: recorded)
        }
        return branches.real.before.apply(then, in: clan, at: sequence, now, except: known.ineffective, recorded: recorded)
            + branches.real.after.apply(next, in: clan, at: sequence, now, except: known.ineffective, recorded: recorded)
    }

    /// Reads the occurrences of jobs in the history, once.
    private mutating func readOccurrences() async throws {
        guard recorded == nil else { return }
        let entries = try await reader.jobOccurrences(after: max(0, sequence - 1))
        recorded = Set(
            entries.compactMap { entry in
                guard case .system(.due(let occurrence)) = entry.event else { return nil }
                return BacktestBranch.Occurrence(occurrence.job, of: occurrence.author)
            })
    }

    private mutating func compare(
        _ decisions: BacktestBranches.Decisions, about event: Event, _ context: EventContext, isPrevented: Bool,
        subject: () -> EntrySummary
    ) {
        let (then, next) = (decisions.before ?? RuleDecision(), decisions.after ?? RuleDecision())
        guard then.results != next.results else { return }
        let (old, new) = (EntryDecision(then), EntryDecision(next))
        guard old != new else { return }
        report.changed += 1
        changed = sequence
        report.count(old.requests, new.requests, harsher: new.harsher(than: old))
        let certain = decisions.undisturbed.map {
            EntryDecision($0.before ?? RuleDecision()).changes(to: EntryDecision($0.after ?? RuleDecision()))
        }
        let isAnswer = event.answered.contains {
            branches.real.before.isUnwritten($0) || branches.real.after.isUnwritten($0)
        }
        for change in old.changes(to: new) {
            let isCertain = certain?.contains(change) ?? true
            let certainty: BacktestDifference.Certainty =
                isPrevented ? .consequence : isAnswer ? .unknown : isCertain ? .certain : .consequence
            note(change.kind, certainty, by: change.author, change.severity) { [rules, directory] in
                let why =
                    new.reason(of: change.author)
                    ?? (isPrevented ? BotReach.noEvent : rules.reason(against: change.author, event, context, directory.lookup))
                return (change.before, change.after, why, subject())
            }
        }
    }

    /// Compares the parts of bots, and returns what they do to members.
    private mutating func compareBots(
        _ decided: JournalReader.Decided, _ event: Event, _ decisions: BacktestBranches.Decisions,
        isHere: (before: Bool, after: Bool), while continues: () throws -> Bool
    ) async throws -> [BotMemberActions] {
        bots.advance(to: decided)
        if decisions.isShared, isHere.before == isHere.after, !bots.isActive {
            guard try await bots.actedOnMembers(becauseOf: decided.entry) else { return [] }
        }
        let reaches = [
            BotReach(decisions.before, of: event, isHere: isHere.before),
            BotReach(decisions.after, of: event, isHere: isHere.after),
        ]
        let isCertain =
            isHere.before && isHere.after
            && decisions.undisturbed.map { !BotReach($0.before, of: event).isSame(as: BotReach($0.after, of: event)) } ?? true
        let guesses = directory.guesses
        note(try await bots.compare(decided, event, reaches, isCertain: isCertain, while: continues))
        if span.contains(decided.entry.receivedAt) { report.count(directory.guesses.subtracting(guesses)) }
        return bots.takeMemberActions()
    }

    /// Compares the invocations of bots that waited for entries which did not follow, and returns the report.
    mutating func end(while continues: () throws -> Bool) async throws -> BacktestReport {
        note(try await bots.end(while: continues))
        noteReleases(of: bots.takeMemberActions())
        noteDueReleases(through: .distantFuture)
        return finished(at: bots.isIncomplete ? sequence : nil)
    }

    private mutating func note(_ differences: [BotDifference]) {
        for difference in differences where span.contains(difference.entry.receivedAt) {
            if changed != difference.entry.sequence { report.changed += 1 }
            changed = difference.entry.sequence
            report.count(difference.requests.before, difference.requests.after)
            note(difference.kind, difference.certainty, by: difference.author, difference.severity) { [labels] in
                let subject = EntrySummary(difference.entry, difference.event, labels)
                return (difference.before, difference.after, difference.why, subject)
            }
        }
    }

    /// Counts a difference, and reports it if every difference is wanted.
    ///
    /// - Parameters:
    ///   - gap: The time of which the history lacks what a member would have written.
    ///   - details: Returns what is shown of it, which few differences need.
    mutating func note(
        _ kind: BacktestDifference.Kind, _ certainty: BacktestDifference.Certainty, by author: String,
        _ severity: ActionSeverity = .talk, gap: BacktestDifference.Gap? = nil,
        _ details: () -> (before: String, after: String, why: String, subject: EntrySummary)
    ) {
        func difference() -> BacktestDifference {
            let details = details()
            return BacktestDifference(
                kind: kind, certainty: certainty, subject: details.subject, author: author, before: details.before,
                after: details.after, why: details.why.terminalLine, gap: gap)
        }
        report.note(kind, certainty, by: author, severity, difference)
        found?(difference())
    }

    /// The report, sorted, with the entry at which the backtest ended early.
    func finished(at stop: Int64?) -> BacktestReport {
        var report = report
        report.stoppedAt = stop
        if bots.played > 0 || !bots.missing.isEmpty { report.bots = .init(played: bots.played, missing: bots.missing) }
        report.sort()
        return report
    }
}

extension RuleDecision {
    fileprivate var schedules: Bool {
        results.contains { $0.actions.contains { if case .schedule = $0 { true } else { false } } }
    }

    fileprivate var takesMeasures: Bool { results.contains { $0.actions.contains { $0.onMember != nil } } }
}

extension Event {
    /// The messages that the event's message answers.
    fileprivate var answered: [MessageID] {
        switch self {
        case .message(let message), .edit(let message): message.references.map(\.message)
        default: []
        }
    }
}
