import BotKit
package import ChatModel
package import Foundation
package import MezonBotApp
import MezonProtocol
package import Storage

/// A live clan to compare a backtest with: each event is decided before the next one happens, what is written by somebody whom the rules
/// have muted or removed is refused, and jobs of rules fall due in time.
package struct RefusingClan {
    /// An event that is the same in two such clans: one of the traffic by its position, or an occurrence of a job.
    package enum EventKey: Hashable, Comparable, Sendable {
        case event(Int)
        case job(author: String, due: Int64)
    }

    /// The events that happened, and the decisions about them.
    package struct Outcome: Sendable {
        /// The actions of each rule and bot for each event that happened.
        package fileprivate(set) var actions: [EventKey: [String: [String]]] = [:]
        /// The events that happened, by their entries.
        package fileprivate(set) var events: [Int64: EventKey] = [:]
        /// The events that the occurrences of jobs come from.
        package fileprivate(set) var causes: [EventKey: Set<EventKey>] = [:]
        /// The messages that were not written only because the other clan had refused them, by their positions in the traffic.
        package fileprivate(set) var withheld: [Int: WithheldMessage] = [:]
        /// The last measure in the channel against the author of each message that was written, by its position in the traffic.
        package fileprivate(set) var lastMeasures: [Int: Measure] = [:]
        package let reader: JournalReader
        /// Owns the files that are read. Reads of deleted files would be repeated for ever, on a clock that stands still.
        fileprivate let testStore: TestStore
    }

    /// A message that was not written only because another clan had refused it.
    package struct WithheldMessage: Sendable {
        package let author: UserID
        package let channel: ChannelID
        package let at: Date
    }

    /// A time during which a member is refused, and the decision because of which it began or was ended.
    package struct Measure: Sendable {
        package let times: Range<Date>
        package let event: EventKey
        package let author: String
    }

    private struct Seat: Hashable {
        var user: UserID
        /// A channel of the clan, or zero for all of them.
        var channel: ChannelID
    }

    private let harness: RuleTestHarness
    private var outcome: Outcome
    /// The measures against members, in the order in which they began: each replaces the one before.
    private var measures: [Seat: [Measure]] = [:]
    private var unwritten: Set<MessageID> = []
    private var sequence: Int64 = 0

    package init(
        _ plan: CompiledConfiguration, as me: UserID, clan: ClanID, channels: [Channel], members: [Member]
    ) async throws {
        harness = try await RuleTestHarness(plan, as: me, clan: clan, channels: channels, members: members)
        outcome = Outcome(reader: try harness.store.reader, testStore: harness.testStore)
    }

    package var store: Store { get throws { try harness.store } }

    /// Activates other rules.
    package func reload(_ plan: CompiledConfiguration) async throws { try await harness.reload(plan) }

    /// Lets the traffic happen, as far as nobody is refused.
    ///
    /// - Parameters:
    ///   - first: The position of the first event.
    ///   - other: A clan with the same members and traffic. The messages that it refused are left out here, too.
    package mutating func live(
        _ traffic: some Sequence<NewEntry>, from first: Int = 0, like other: Outcome? = nil
    ) async throws -> Outcome {
        for (position, entry) in zip(first..., traffic) {
            try await handleJobs(through: entry.receivedAt)
            let at = entry.isLate ? entry.event.time ?? entry.receivedAt : entry.receivedAt
            guard !refuses(entry.event, at: at, as: .event(position)) else { continue }
            if let other, other.actions[.event(position)] == nil {
                if case .message(let message) = entry.event {
                    outcome.withheld[position] = WithheldMessage(author: message.author.id, channel: message.channel, at: at)
                }
                continue
            }
            if case .message(let message) = entry.event {
                outcome.lastMeasures[position] = lastMeasure(against: message.author.id, in: message.channel, at: at)
            }
            advance(to: entry.receivedAt)
            try await harness.store.journal.append([entry])
            try await harness.work(committingEach: 1)
            try await note(.event(position))
        }
        return outcome
    }

    private mutating func handleJobs(through now: Date) async throws {
        while let job = try await harness.store.jobs.due(at: now, limit: 1).first {
            advance(to: job.job.due)
            let occurrence = SystemEvent.Occurrence(author: job.author, job.job, at: job.job.due)
            try await harness.store.jobs.advance([
                ScheduledJobAdvance(id: job.id, due: job.job.due, occurrences: [occurrence], skipped: 0, next: nil)
            ])
            try await harness.work(committingEach: 1)
            let key = EventKey.job(author: job.author, due: job.job.due.milliseconds)
            if let cause = outcome.events[job.cause] { outcome.causes[key, default: []].insert(cause) }
            try await note(key)
        }
    }

    private func advance(to now: Date) {
        let time = harness.testStore.time
        let length = now.timeIntervalSince(time.now)
        if length > 0 { time.advance(by: .seconds(length)) }
    }

    /// Records what was decided about the newest entries.
    private mutating func note(_ key: EventKey) async throws {
        for line in try await harness.store.reader.lines(after: sequence, limit: 1000) {
            sequence = line.entry.sequence
            outcome.events[sequence] = key
            var acted: [String: [String]] = [:]
            for step in line.trace?.steps ?? [] where step.what != Trace.miss && step.what != Trace.skip {
                acted[step.who, default: []].append(step.what)
            }
            for author in acted.keys {
                let jobs = try await harness.store.jobs.all(of: author).filter { $0.cause == sequence }
                acted[author, default: []] += jobs.map { "job \($0.job.due.milliseconds)" }
            }
            for delivery in line.deliveries {
                if acted[delivery.author] != nil {
                    acted[delivery.author, default: []].append("\(delivery.ordinal) \(delivery.payload)")
                }
                if case .member(let action) = try ResolvedActionCodec.outgoing(delivery.payload).request {
                    apply(action, of: key, by: delivery.author)
                }
            }
            outcome.actions[key, default: [:]].merge(acted) { $0 + $1 }
        }
    }

    private mutating func apply(_ action: MemberAction, of event: EventKey, by author: String) {
        let now = harness.testStore.time.now
        func note(_ user: UserID, _ channel: ChannelID, through end: Date) {
            measures[Seat(user: user, channel: channel), default: []].append(
                Measure(times: now..<max(now, end), event: event, author: author))
        }
        switch action {
        case .mute(let user, let channel, let until, _): note(user, channel, through: until ?? .distantFuture)
        case .unmute(let user, let channel): note(user, channel, through: now)
        case .kick(let user, _, _): note(user, 0, through: .distantFuture)
        case .unban, .addRole, .removeRole: break
        @unknown default: break
        }
    }

    /// The last measure against a member before a time.
    private func lastMeasure(against user: UserID, in channel: ChannelID, at now: Date) -> Measure? {
        measures[Seat(user: user, channel: channel)]?.last { $0.times.lowerBound <= now }
    }

    private mutating func refuses(_ event: Event, at now: Date, as key: EventKey) -> Bool {
        func isRefused(_ user: UserID, in channel: ChannelID) -> Bool {
            lastMeasure(against: user, in: channel, at: now)?.times.contains(now) ?? false
        }
        func admit(_ users: [UserID], to channel: ChannelID) {
            for user in users {
                measures[Seat(user: user, channel: channel)]?.append(Measure(times: now..<now, event: key, author: "lifted"))
            }
        }
        switch event {
        case .memberJoined(let membership):
            admit(membership.users, to: 0)
            return false
        case .banChanged(let change) where change.isLifted:
            admit(change.users, to: change.channel)
            return false
        case .memberLeft(let membership): return membership.users.allSatisfy { isRefused($0, in: 0) }
        case .message(let message):
            guard isRefused(message.author.id, in: message.channel) || isRefused(message.author.id, in: 0) else { return false }
            unwritten.insert(message.id)
            return true
        case .edit(let message):
            return unwritten.contains(message.id) || isRefused(message.author.id, in: message.channel)
                || isRefused(message.author.id, in: 0)
        case .system: return false
        default:
            return !event.message.isNone && unwritten.contains(event.message) || isRefused(event.actor, in: 0)
        }
    }
}
