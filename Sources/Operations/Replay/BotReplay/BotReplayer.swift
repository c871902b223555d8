import BotKit
import ChatModel
import EventProcessing
import Moderation
import Storage

/// Replays bot invocations with their recorded inputs: reads from the record, the state left by the preceding records, and the
/// randomness, names and cooldowns of the entry.
///
/// Bot state follows the recorded writes, so that one difference does not cause others. Invocations without a record neither read
/// nor change state and are replayed with their turn; the others are replayed in the order of their bot's decisions. An
/// invocation that failed, or an event that was withheld from a bot, is not replayed, because its cause is not recorded.
struct BotReplayer {
    private let reader: JournalReader
    private let labels: [ChannelID: String]
    private let seed: UInt64
    private let runtime: ReplayRuntime
    private let recordedReads: RecordedReads
    private let ruleHandler = FixedRuleHandler()
    private let turnReplay: TurnReplay
    private var records: InvocationRecordReader
    private var me: UserID
    private var botSets: [String: BotSet?] = [:]
    private var version = ""
    /// The invocations that wait for earlier ones.
    private var calls: [InvocationRecord.Name: TurnReplay.Call] = [:]
    /// The number of remaining records for each entry whose turn has been processed.
    private var seen: [Int64: Int] = [:]
    private(set) var report = BotReplayReport()

    init(
        _ reader: JournalReader, _ makeFactory: @escaping BotFactoryProvider, _ revisions: RevisionCache,
        labels: [ChannelID: String],
        me: UserID,
        seed: UInt64
    ) async throws {
        self.reader = reader
        self.labels = labels
        self.me = me
        self.seed = seed
        records = InvocationRecordReader(reader)
        runtime = try await ReplayRuntime(reader, makeFactory, revisions)
        recordedReads = runtime.reads
        turnReplay = TurnReplay(recordedReads)
    }

    /// Handles the end of one process and the start of the next.
    mutating func restart(as account: UserID) {
        guard account != me else { return }
        me = account
        botSets = [:]
    }

    /// Replays the bot invocations of a turn, and those of earlier turns that waited for it.
    ///
    /// - Parameter conclusion: The replayed decision of the rules; nil if it is unknown, in which case the turn is skipped.
    mutating func replay(
        _ entry: Entry, _ turn: JournalReader.RecordedTurn, after decision: RuleDecision?, isReported: Bool
    ) async throws -> [ReplayDifference] {
        if !turn.records.isEmpty { seen[entry.sequence] = turn.records.count }
        if !turn.version.isEmpty { version = turn.version }
        defer { for row in turn.records { recordedReads.openDialogues(with: InvocationRecord(row)?.writes ?? [], of: row.bot) } }
        guard isReported, let decision, let event = entry.event, let botSet = botSet() else {
            return try await playRecorded()
        }
        var recorded: [String: [AuthorResult]] = [:]
        for row in turn.records { recorded[row.author] = InvocationRecord(row)?.results ?? [] }
        ruleHandler.set(decision)
        recordedReads.beginTurn()
        let trace = turn.trace
        turnReplay.begin(entry, trace, recorded: recorded)
        let now = await botSet.processor.turn(for: entry)
        let (called, played, skipped) = turnReplay.end()
        calls.merge(called) { $1 }
        report.played += played.count
        count(trace, skipped, botSet.factory)
        let silent = skipped.union(botSet.factory.missing.keys.map { "bot:" + $0 })
        func isPlayed(_ who: String) -> Bool {
            let step = Trace.Step(who, "")
            return step.isOfBots && !silent.contains { step.isOf($0) }
        }
        let subject = EntrySummary(entry, event, labels)
        let then = HandlerOutcome.outcomes(
            of: trace.steps.filter { isPlayed($0.who) },
            deliveries: turn.deliveries.filter { isPlayed($0.author) }.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) })
        let again = HandlerOutcome.outcomes(
            of: now.trace.normalized.steps.filter { isPlayed($0.who) },
            deliveries: now.deliveries.filter { isPlayed($0.author) }.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) })
        var differences = ReplayDifference.all(from: then, to: again, about: subject)
        for name in played {
            guard let other = difference(recordedReads.take(name), of: name, subject) else { continue }
            // The reaction to an unrecorded read is unknown.
            if other.kind == .newQuestion { differences.removeAll { $0.author == name.author } }
            if !differences.contains(where: { $0.author == name.author }) { differences.append(other) }
        }
        return try await differences + playRecorded()
    }

    /// Replays the invocations that waited for turns which did not follow.
    mutating func end() async throws -> [ReplayDifference] { try await playRecorded(isOver: true) }

    private mutating func botSet() -> BotSet? {
        if let known = botSets[version] { return known }
        let botSet = runtime.factory(of: version, rules: ruleHandler).map { factory in
            BotSet(factory, as: me, seed: seed, replay: turnReplay, reader)
        }
        botSets[version] = .some(botSet)
        return botSet
    }

    private mutating func count(_ trace: Trace, _ skipped: Set<String>, _ factory: BotFactory) {
        for name in skipped {
            let isRefused = trace.steps.contains { $0.who == name && BotSupervisor.isRefusal($0.why) }
            if isRefused { report.withheldOriginally += 1 } else { report.failedOriginally += 1 }
        }
        for (bot, reason) in factory.missing {
            let invocations = trace.steps.filter { $0.isOf("bot:" + bot) && $0.what != Trace.skip }.count
            if invocations > 0 {
                report.missing[bot, default: BotReplayReport.MissingBot(reason: reason)].invocations += invocations
            }
        }
    }

    /// Replays the recorded invocations whose turns have been processed.
    private mutating func playRecorded(isOver: Bool = false) async throws -> [ReplayDifference] {
        var differences: [ReplayDifference] = []
        while let item = try await records.first() {
            guard isOver || !item.hasTurn || seen[item.name.sequence] != nil else { break }
            if let left = seen[item.name.sequence] { seen[item.name.sequence] = left > 1 ? left - 1 : nil }
            if let call = calls.removeValue(forKey: item.name) {
                if let record = item.record {
                    report.played += 1
                    differences += await play(record, call)
                } else {
                    report.unreadable += 1
                }
            }
            recordedReads.apply(item.writes, of: item.bot)
            records.removeFirst()
        }
        return differences
    }

    private func play(_ record: InvocationRecord, _ call: TurnReplay.Call) async -> [ReplayDifference] {
        recordedReads.beginRecord()
        recordedReads.begin(record.name, reads: record.reads)
        let before = HandlerOutcome(record.results, by: record.name.author)
        var after: HandlerOutcome
        var isSame = false
        switch await runtime.outcome(of: call) {
        case .results(let results):
            after = HandlerOutcome(results, by: record.name.author)
            isSame = record.results.isSame(as: results)
        case .absent(let reason), .failed(let reason):
            after = HandlerOutcome(author: record.name.author, done: [Trace.failed], reasons: [reason])
        }
        let subject = EntrySummary(call.entry, call.event, labels)
        let notes = recordedReads.take(record.name)
        if !notes.unrecordedReads.isEmpty { return [difference(notes, of: record.name, subject)].compactMap(\.self) }
        guard isSame else { return [ReplayDifference(from: before, to: after, about: subject)] }
        let bot = botSets[version]??.factory.bots[record.bot]
        var (old, new) = (record.writes, notes.writes)
        for write in old {
            guard let index = new.firstIndex(where: { $0.key == write.key }), write.isSame(as: new[index], of: bot) else {
                continue
            }
            new.remove(at: index)
            old.removeAll { $0.key == write.key }
        }
        if !old.isEmpty || !new.isEmpty {
            return [ReplayDifference(.otherState, before, after, old.text, new.text, about: subject)]
        }
        guard before.reasons != after.reasons else { return [] }
        return [ReplayDifference(.otherReason, before, after, before.actionSummary, after.actionSummary, about: subject)]
    }

    /// The difference of an invocation beyond its result, for one without a record or with an unrecorded read.
    private func difference(_ notes: RecordedReads.Notes, of name: InvocationRecord.Name, _ subject: EntrySummary)
        -> ReplayDifference?
    {
        let outcome = HandlerOutcome(author: name.author)
        if !notes.unrecordedReads.isEmpty {
            let asks = "reads " + notes.unrecordedReads.map { "\($0)" }.joined(separator: ", ")
            return ReplayDifference(.newQuestion, outcome, outcome, "no read", asks, about: subject)
        }
        return notes.writes.isEmpty
            ? nil : ReplayDifference(.otherState, outcome, outcome, "nothing", notes.writes.text, about: subject)
    }
}
