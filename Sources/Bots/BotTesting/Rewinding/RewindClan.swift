import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// One of the two clans of a rewind trial: its messages are sent at once, and its jobs fall due in time.
struct RewindClan {
    /// A message that a rule has sent.
    struct Sent {
        var author: String
        var message: MessageID
        var channel: ChannelID
        var cause: Int64
    }

    let harness: RuleTestHarness
    private(set) var sent: [Sent] = []
    private var ids = SnowflakeSequence(node: 9)
    private var settledThrough: Int64 = 0

    init(_ plan: CompiledConfiguration) async throws {
        harness = try await RuleTestHarness(
            plan, as: RandomClan.me, clan: .test, channels: RandomClan.channels, members: RandomClan.members)
    }

    var reader: JournalReader { get throws { try harness.store.reader } }

    /// Journals and decides an entry, and what follows from it at once.
    mutating func live(_ entry: NewEntry) async throws {
        try advance(to: entry.receivedAt)
        try await harness.store.journal.append([entry])
        try await work()
    }

    mutating func occur(_ job: StoredJob) async throws {
        try advance(to: job.job.due)
        let occurrence = SystemEvent.Occurrence(author: job.author, job.job, at: job.job.due)
        try await harness.store.jobs.advance([
            ScheduledJobAdvance(id: job.id, due: job.job.due, occurrences: [occurrence], skipped: 0, next: nil)
        ])
        try await work()
    }

    /// Decides everything that waits, and settles all deliveries as sent.
    mutating func work() async throws {
        var last: Int64 = -1
        while last != (try await reader.lastSequence()) {
            last = try await reader.lastSequence()
            try await harness.work(committingEach: 1)
        }
        var results: [DeliveryResult] = []
        let now = harness.testStore.time.now
        for line in try await reader.lines(after: settledThrough, limit: 1000) {
            settledThrough = line.entry.sequence
            for delivery in line.deliveries where delivery.status == .pending {
                guard case .send? = delivery.outgoing?.request else {
                    results.append(DeliveryResult(delivery: delivery.id, outcome: .sent(0), at: now))
                    continue
                }
                let message = MessageID(ids.next(at: now))
                results.append(DeliveryResult(delivery: delivery.id, outcome: .sent(message), at: now))
                sent.append(
                    Sent(
                        author: delivery.author, message: message, channel: delivery.destination, cause: line.entry.sequence))
            }
        }
        try await harness.store.outbox.settle(results)
    }

    /// Appends entries that no rule acts on, up to a sequence.
    mutating func fill(to sequence: Int64) async throws {
        var last = try await reader.lastSequence()
        while last < sequence {
            last += 1
            let now = harness.testStore.time.now
            try await harness.store.journal.append([NewEntry(system: .news(.init("nothing \(last)", at: now)))])
        }
        try await work()
    }

    private func advance(to now: Date) throws {
        let length = now.timeIntervalSince(harness.testStore.time.now)
        if length > 0 { harness.testStore.time.advance(by: .seconds(length)) }
    }

    /// The stored rule state and the jobs, without what is named after the revision.
    ///
    /// The time through which entries have expired follows the time of changes, and what has expired counts as absent.
    func state(versions: [String]) async throws -> Set<String> {
        let rows = try await reader.ruleState()
        let now = harness.testStore.time.now
        let kept = rows.filter { $0.key.kind != "expired_through" && ($0.expiresAt.map { $0 > now } ?? true) }
        let jobs = try await reader.jobs(of: nil, limit: 10_000)
        let lines =
            kept.map { row in
                "\(row.key.shadowRule) \(row.key.kind) \(row.key.name) \(row.key.subject) \(row.value) "
                    + "\(row.expiresAt?.milliseconds ?? 0)"
            } + jobs.map { "job \($0.author) \($0.job.name) \($0.job.due.milliseconds)" }
        return Set(
            lines.map { line in versions.reduce(line) { $0.replacingOccurrences(of: $1, with: "revision") } })
    }
}
