import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonBotApp
import Recurrence
import Storage

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// An application with its store on disk, its scheduler and its bot, and a manual clock. It can be killed: the database's log then stays as
/// it was or ends in the middle of the last write, and another application is opened over it.
final class ScheduleYearApplication {
    enum Failure: Error { case closed, noPlan, logIsGone }

    private struct Open {
        var data: DataDirectory
        var store: Store
        var engine: EventEngine
    }

    static let channel = Channel(id: 1_900_000_000_000_000_011, clan: clan, label: "plans")
    static let clan: ClanID = 1_900_000_000_000_000_001
    private static let me: UserID = 1_900_000_000_000_000_101

    let time: ManualTime
    private let folder: TemporaryDirectory
    private let plan: CompiledConfiguration
    private let logger = Logger(label: "year") { _ in SwiftLogNoOpLogHandler() }
    private let zones = ZoneRulesCache()
    private var open: Open?
    /// The last entry up to which every entry has its turn; `read` is the last one that was read.
    private var turned: Int64 = 0
    private var read: Int64 = 0

    init(time: ManualTime) async throws {
        self.time = time
        folder = try TemporaryDirectory()
        let config = "version: 1\nbots: { planning: { enabled_in: all, late: run } }\nrules: []\n"
        guard
            let plan = CompiledConfiguration.check(
                texts: ["config.yaml": config], root: "config.yaml", registry: BotRegistry([PlanningBot.self])
            ).compiled
        else { throw Failure.noPlan }
        self.plan = plan
        try await start()
        try await store.directory.remember(clans: [Clan(id: Self.clan, name: "year")], channels: [Self.channel])
        try await restart()
    }

    var store: Store { get throws { try opened.store } }
    var jobService: ScheduledJobService { get throws { ScheduledJobService(store: try store, time: time) } }
    private var opened: Open {
        get throws {
            guard let open else { throw Failure.closed }
            return open
        }
    }
    private var database: String { DataDirectory.database(in: folder.path) }

    /// Reports due occurrences.
    ///
    /// - Returns: The next due time of all jobs.
    func tell() async throws -> Date? { try await opened.engine.scheduler.processDue(at: time.now) }

    /// Decides the waiting entries and commits their turns together.
    func decide() async throws {
        let open = try opened
        var turns: [Turn] = []
        for entry in try await open.store.journal.entriesWithoutTurn(after: turned, limit: .max) {
            turns.append(await open.engine.eventProcessor.turn(for: entry))
        }
        try await open.store.turns.commit(turns)
        turned = max(turned, turns.last?.sequence ?? 0)
    }

    /// Returns the occurrences added to the journal since the last call.
    func toldSince() async throws -> [SystemEvent.Occurrence] {
        var told: [SystemEvent.Occurrence] = []
        while true {
            let entries = try await store.journal.entries(after: read, limit: 1000)
            guard let last = entries.last else { return told }
            read = last.sequence
            told += entries.compactMap { entry in
                guard case .due(let occurrence)? = SystemEvent(frame: entry.frame) else { return nil }
                return occurrence
            }
        }
    }

    func jobs() async throws -> [StoredJob] { try await store.reader.jobs(of: nil, limit: .max) }

    func mark() throws -> WALPosition { try WALPosition(of: database) }

    /// Ends the application as SIGKILL would, without any cleanup.
    ///
    /// - Parameters:
    ///   - since: The position after which the log is truncated at a random point, so that the last commits are lost; nil for none.
    ///   - random: The generator of the truncation point.
    /// - Returns: A Boolean value that indicates whether anything was truncated.
    func kill(since mark: WALPosition?, _ random: inout SplitMix64) throws -> Bool {
        let cuts = try mark?.cuts(until: self.mark())
        let store = try store
        open = nil
        // SQLite does not clean up a database that was moved away.
        guard rename(database, database + ".away") == 0 else { throw Failure.logIsGone }
        try store.close()
        guard rename(database + ".away", database) == 0, unlink(database + "-shm") == 0 else { throw Failure.logIsGone }
        if let mark, let cuts { try mark.cut(at: Int.random(in: cuts, using: &random)) }
        turned = 0
        return cuts != nil
    }

    /// Opens another application over the existing files.
    func start() async throws {
        let data = try DataDirectory(folder.path)
        let store = try Store(folder: data, time: time, logger: logger)
        let sender = RecordingSender(as: Author(id: Self.me, username: "mezon-bot"), time: time)
        var environment = EventEngine.Environment()
        environment.zones = zones
        let engine = try await EventEngine(
            plan, store: store, me: Self.me, sender: { _ in sender }, environment: environment, time: time, logger: logger
        ) { _ in .failed("the test application has no server") }
        open = Open(data: data, store: store, engine: engine)
        turned = try await store.turns.turnsThrough()
        read = min(read, try await store.reader.lastSequence())
    }

    /// Shuts the application down and opens another one.
    func restart() async throws {
        try await note()
        let store = try store
        open = nil
        try store.close()
        try await start()
    }

    /// Puts a revision in force.
    func reload(as version: String) async throws {
        _ = try await store.revisions.change(
            to: version, files: "{}", jobs: [], by: .rulesChanged(version: version, at: time.now)
        ) { _ in }
    }

    /// Records how far all entries are decided, as the dispatcher does from time to time.
    func note() async throws { try await store.turns.setTurnsThrough(turned) }

    /// Passes on the deliveries of each occurrence.
    func effects(_ body: (SystemEvent.Occurrence, [Delivery]) -> Void) async throws {
        var last: Int64 = 0
        while true {
            let lines = try await store.reader.lines(after: last, limit: 1000)
            guard let end = lines.last else { return }
            last = end.entry.sequence
            for line in lines {
                guard case .due(let occurrence)? = SystemEvent(frame: line.entry.frame) else { continue }
                body(occurrence, line.deliveries)
            }
        }
    }
}
