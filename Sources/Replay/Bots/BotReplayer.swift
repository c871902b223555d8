import BotKit
import Hooks
import MezonModel
import Moderation
import Persistence

/// Plays bots again, each part of theirs with what it was told then: answers from the record, state as the records before it left
/// it, the chance, the names and the cooldowns of its entry.
///
/// What a bot remembers goes on as it was recorded, so that one difference does not bring about others. Parts without a record read
/// nothing and remember nothing, so they are played where their turn stands; the others in the order in which their bot decided.
/// An attempt that failed then, and an event that was kept from a bot, is a fact and is not tried: nobody knows what kept it.
struct BotReplayer {
    private let reader: JournalReader
    private let casting: BotFactoryProvider
    private let editions: RevisionCache
    private let labels: [ChannelID: String]
    private let seed: UInt64
    private let house: BotRuntime
    private let prompter = RecordedReads()
    private let standIn = FixedRuleHandler()
    private let rehearsal: TurnReplay
    private let limit = EventProcessor.Limits().handle
    private var shelf: InvocationRecordReader
    private var me: UserID
    private var companies: [String: BotSet?] = [:]
    private var version = ""
    /// Parts that wait for those before them.
    private var calls: [InvocationRecord.Name: TurnReplay.Call] = [:]
    /// Records of turns that have been seen, by entry: how many of them are still on the shelf.
    private var seen: [Int64: Int] = [:]
    private(set) var tally = BotReplayReport()

    init(
        _ reader: JournalReader, _ casting: @escaping BotFactoryProvider, _ editions: RevisionCache, labels: [ChannelID: String],
        me: UserID,
        seed: UInt64
    ) async throws {
        self.reader = reader
        self.casting = casting
        self.editions = editions
        self.labels = labels
        self.me = me
        self.seed = seed
        shelf = InvocationRecordReader(reader)
        rehearsal = TurnReplay(prompter)
        // A channel that is gone by now keeps no bot away: it did not then.
        let channels = Dictionary(try await reader.channels().map { ($0.id, $0) }) { first, _ in first }
        let prompter = prompter
        let blobs = reader.blobs
        // What is attached again is named again, and not kept again.
        let files = FileStore(keep: { BlobStore.name(of: $0) }, bytes: { try blobs.bytes(named: $0) })
        house = BotRuntime(
            ask: { prompter.answer($0) }, channel: { channels[$0] ?? Channel(id: $0, clan: 0, label: "") }, shelf: files
        ) { bot in
            BotSupervisor(memory: prompter.memory(of: bot), isPatient: true)
        }
    }

    /// A process ended, and another begins.
    mutating func restart(as account: UserID) {
        guard account != me else { return }
        me = account
        companies = [:]
    }

    /// Plays the bots' parts in a turn, and those of earlier turns that waited for it.
    ///
    /// - Parameter conclusion: what the rules come to now; nil where nobody can tell, and then the turn is passed over.
    mutating func play(
        _ entry: Entry, _ turn: JournalReader.RecordedTurn, after conclusion: RuleDecision?, isReported: Bool
    ) async throws -> [ReplayDifference] {
        if !turn.records.isEmpty { seen[entry.sequence] = turn.records.count }
        if !turn.version.isEmpty { version = turn.version }
        defer { for row in turn.records { prompter.await(InvocationRecord(row)?.writes ?? [], of: row.bot) } }
        guard isReported, let conclusion, let event = entry.event, let company = company() else {
            return try await playRecorded()
        }
        var recorded: [String: [AuthorResult]] = [:]
        for row in turn.records { recorded[row.author] = InvocationRecord(row)?.contributions ?? [] }
        standIn.say(conclusion)
        prompter.beginTurn()
        rehearsal.begin(entry, turn.trace, recorded: recorded)
        let now = await company.deliberation.turn(for: entry)
        let (called, played, leftOut) = rehearsal.end()
        calls.merge(called) { $1 }
        tally.played += played.count
        count(turn.trace, leftOut, company.cast)
        let silent = leftOut.union(company.cast.absent.keys.map { "bot:" + $0 })
        func isPlayed(_ who: String) -> Bool {
            let step = Trace.Step(who, "")
            return step.isOfBots && !silent.contains { step.isOf($0) }
        }
        let subject = EntrySummary(entry, event, labels)
        let then = HandlerOutcome.deeds(
            turn.trace.steps.filter { isPlayed($0.who) },
            sending: turn.deliveries.filter { isPlayed($0.author) }.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) })
        let again = HandlerOutcome.deeds(
            now.trace.asRead.steps.filter { isPlayed($0.who) },
            sending: now.deliveries.filter { isPlayed($0.author) }.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) })
        var differences = ReplayDifference.all(from: then, to: again, about: subject)
        for name in played {
            guard let other = difference(prompter.take(name), of: name, subject) else { continue }
            // What it would do with an answer is not known.
            if other.kind == .newQuestion { differences.removeAll { $0.author == name.author } }
            if !differences.contains(where: { $0.author == name.author }) { differences.append(other) }
        }
        return try await differences + playRecorded()
    }

    /// Plays what waited for turns that did not come.
    mutating func end() async throws -> [ReplayDifference] { try await playRecorded(isOver: true) }

    private mutating func company() -> BotSet? {
        if let known = companies[version] { return known }
        let company = editions.edition(version).flatMap { casting($0, house, standIn) }.map { cast in
            BotSet(cast, as: me, seed: seed, rehearsal: rehearsal) { [reader] in try await reader.entry($0) }
        }
        companies[version] = .some(company)
        return company
    }

    private mutating func count(_ trace: Trace, _ leftOut: Set<String>, _ cast: BotFactory) {
        for name in leftOut {
            let isRefused = trace.steps.contains { $0.who == name && BotSupervisor.isRefusal($0.why) }
            if isRefused { tally.refusedThen += 1 } else { tally.failedThen += 1 }
        }
        for (bot, reason) in cast.absent {
            let deeds = trace.steps.filter { $0.isOf("bot:" + bot) && $0.what != Trace.skip }.count
            if deeds > 0 { tally.absent[bot, default: BotReplayReport.MissingBot(reason: reason)].deeds += deeds }
        }
    }

    /// Plays the parts that have a record, as far as their turns have been seen.
    private mutating func playRecorded(isOver: Bool = false) async throws -> [ReplayDifference] {
        var differences: [ReplayDifference] = []
        while let item = try await shelf.first() {
            guard isOver || !item.hasTurn || seen[item.name.sequence] != nil else { break }
            if let left = seen[item.name.sequence] { seen[item.name.sequence] = left > 1 ? left - 1 : nil }
            if let call = calls.removeValue(forKey: item.name) {
                if let record = item.record {
                    tally.played += 1
                    differences += await play(record, call)
                } else {
                    tally.unreadable += 1
                }
            }
            prompter.remember(item.writes, of: item.bot)
            shelf.removeFirst()
        }
        return differences
    }

    private func play(_ record: InvocationRecord, _ call: TurnReplay.Call) async -> [ReplayDifference] {
        prompter.beginRecord()
        prompter.cue(record.name, readings: record.readings)
        let before = HandlerOutcome(record.contributions, by: record.name.author)
        var after: HandlerOutcome
        var isSame = false
        do {
            let contributions = try await contributions(call)
            after = HandlerOutcome(contributions, by: record.name.author)
            isSame = record.contributions.isSame(as: contributions)
        } catch {
            after = HandlerOutcome(author: record.name.author, done: [Trace.failed], reasons: ["\(error)"])
        }
        let subject = EntrySummary(call.entry, call.event, labels)
        let notes = prompter.take(record.name)
        if !notes.questions.isEmpty { return [difference(notes, of: record.name, subject)].compactMap(\.self) }
        guard isSame else { return [ReplayDifference(from: before, to: after, about: subject)] }
        let bot = companies[version]??.cast.bots[record.bot]
        var (old, new) = (record.writes, notes.writes)
        for write in old {
            guard let place = new.firstIndex(where: { $0.key == write.key }), write.isSame(as: new[place], of: bot) else {
                continue
            }
            new.remove(at: place)
            old.removeAll { $0.key == write.key }
        }
        if !old.isEmpty || !new.isEmpty {
            return [ReplayDifference(.otherState, before, after, old.text, new.text, about: subject)]
        }
        guard before.reasons != after.reasons else { return [] }
        return [ReplayDifference(.otherReason, before, after, before.whatWasDone, after.whatWasDone, about: subject)]
    }

    private func contributions(_ call: TurnReplay.Call) async throws -> [AuthorResult] {
        if call.context.asker.isEmpty, case .message(let message) = call.event {
            switch call.participant.precheck(message, call.context) {
            case .pass: break
            case .skip(let reason), .drop(let reason): throw MissingBotError(description: reason)
            }
        }
        switch call.participant.attendance(at: call.event, call.context) {
        case .none: return []
        case .absent(let reason): throw MissingBotError(description: reason)
        case .concluded(let conclusion): return conclusion.contributions
        case .deliberating(let prepare, let end):
            let result: Result<[AuthorResult], any Error>
            do {
                let handling = try await withDeadline(limit, SystemTime(), prepare)
                result = .success(try await withDeadline(limit, SystemTime(), handling))
            } catch {
                result = .failure(error)
            }
            end(result)
            return try result.get()
        }
    }

    private struct MissingBotError: Error, CustomStringConvertible { let description: String }

    /// What a part without a record, or one that asked more than its record answers, did besides its answer.
    private func difference(_ notes: RecordedReads.Notes, of name: InvocationRecord.Name, _ subject: EntrySummary)
        -> ReplayDifference?
    {
        let deed = HandlerOutcome(author: name.author)
        if !notes.questions.isEmpty {
            let asks = "asks for " + notes.questions.map { "\($0)" }.joined(separator: ", ")
            return ReplayDifference(.newQuestion, deed, deed, "did not ask", asks, about: subject)
        }
        return notes.writes.isEmpty
            ? nil : ReplayDifference(.otherState, deed, deed, "nothing", notes.writes.text, about: subject)
    }
}
