import AsyncSupport
import ChatModel
import ConnectorKit
import Foundation
import Logging
import ServiceLifecycle
import Storage
import Synchronization

/// Ends what has a deadline: mutes, bans, questions of rules.
///
/// It only appends events to the journal, which are then handled like any other. Repeated events are ignored, because the journal
/// identifies them by case and question.
final class SanctionExpiryService: Service {
    /// The users banned from writing in a channel, as reported by the server.
    typealias Bans = @Sendable (ChannelID, ClanID) async throws -> Set<UserID>

    private struct Reported {
        var cases: Set<Int64> = []
        var questions: Set<String> = []
    }

    private let store: Store
    private let connected: AsyncGate
    private let bans: Bans
    private let time: any TimeSource
    private let logger: Logger
    private let reported = Mutex(Reported())
    private let timer: WakeupTimer
    /// The maximum time between two checks of the wall clock, which may be adjusted.
    private let maxSleep: Duration = .seconds(60)

    /// - Parameter connected: Open while there is a connection.
    init(store: Store, connected: AsyncGate, time: any TimeSource, logger: Logger, bans: @escaping Bans) {
        self.store = store
        self.connected = connected
        self.bans = bans
        self.time = time
        self.logger = logger
        timer = WakeupTimer(store.cases.deadlineSignal, time: time)
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown { [self] in
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await self.timer.run { try await self.endExpired() } }
                    group.addTask { try await self.restoreLostMutes() }
                    try await group.waitForAll()
                }
            } catch is CancellationError {}
        }
    }

    /// Ends what has expired and returns the uptime until which nothing else expires.
    func endExpired() async throws -> Duration {
        // Both are read together: the processing time in between must not delay the next wake-up.
        let (now, uptime) = (time.now, time.uptime)
        let next = try await endExpired(at: now)
        let pause = next.map { Duration.milliseconds(Int($0.timeIntervalSince(now).clamped * 1000) + 1) } ?? maxSleep
        return uptime + min(pause, maxSleep)
    }

    /// Ends what has expired and returns the next deadline; nil if there is none.
    func endExpired(at now: Date) async throws -> Date? {
        var filter = CaseFilter()
        filter.isOpen = true
        filter.expiredBy = now
        let cases = try await store.reader.cases(filter)
        let questions = try await store.reader.ruleState(ofKind: "question").compactMap(PendingQuestion.init)
        let late = questions.filter { $0.until <= now }
        let fresh = reported.withLock { reported in
            defer { reported = Reported(cases: Set(cases.map(\.id)), questions: Set(late.map(\.name))) }
            return (
                cases.filter { !reported.cases.contains($0.id) }.map {
                    SystemEvent.expired(caseID: $0.id, clan: $0.draft.clan, channel: $0.draft.channel, at: now)
                },
                late.filter { !reported.questions.contains($0.name) }.map {
                    SystemEvent.answered(SystemEvent.Answer(question: $0.name, choice: .expire, at: now))
                }
            )
        }
        try await store.journal.append((fresh.0 + fresh.1).map { NewEntry(system: $0) })
        let nextCase = try await store.reader.nextCaseEnd(after: now)
        return (questions.map(\.until).filter { $0 > now } + [nextCase].compactMap(\.self)).min()
    }

    /// Restores mutes that should hold and that the server has lost. Runs once, after the connection is established.
    private func restoreLostMutes() async throws {
        try await connected.waitUntilOpen()
        let now = time.now
        var filter = CaseFilter()
        filter.isInForce = true  // Warnings and deletions stay open forever and would displace old mutes.
        let muted = try await store.reader.cases(filter).filter { record in
            record.draft.until.map { $0 > now } ?? true && !record.actionResults.isEmpty
                && record.actionResults.allSatisfy { $0.status == .sent || $0.wasRefused } && !record.mutedChannels.isEmpty
        }
        let places = Set(muted.flatMap { record in record.mutedChannels.map { Place(channel: $0, clan: record.draft.clan) } })
        var banned: [Place: Set<UserID>] = [:]
        for place in places.sorted(by: { $0.channel < $1.channel }) {
            do {
                banned[place] = try await bans(place.channel, place.clan)
            } catch let error where !(error is CancellationError) {
                logger.warning(
                    "Active mutes could not be verified",
                    metadata: ["channel.id": "\(place.channel)", "session.error": "\(error)"])
            }
        }
        let lost = muted.filter { record in
            record.mutedChannels.contains { channel in
                banned[Place(channel: channel, clan: record.draft.clan)]?.contains(record.draft.user) == false
            }
        }
        try await store.journal.append(
            lost.map {
                NewEntry(
                    system: .lapsed(caseID: $0.id, clan: $0.draft.clan, channel: $0.draft.channel, at: time.now))
            })
    }

    private struct Place: Hashable {
        let channel: ChannelID
        let clan: ClanID
    }
}

/// A question of a rule that waits for its answer.
private struct PendingQuestion {
    let name: String
    let until: Date

    private struct Value: Decodable {
        let until: Double?  // Seconds since 1970.
    }

    /// Returns nil for a question without a deadline.
    init?(_ row: RuleStateRow) {
        guard let seconds = try? JSONDecoder().decode(Value.self, from: Data(row.value.utf8)).until else { return nil }
        name = row.key.name
        until = Date(timeIntervalSince1970: seconds)
    }
}

extension StoredCase {
    fileprivate var mutedChannels: [ChannelID] {
        inverses.compactMap { if case .unmute(_, let channel) = $0 { channel } else { nil } }
    }
}

extension TimeInterval {
    /// The interval limited to one day, so that a date in the far future does not overflow the number of milliseconds.
    fileprivate var clamped: TimeInterval { Swift.min(Swift.max(self, 0), 86_400) }
}
