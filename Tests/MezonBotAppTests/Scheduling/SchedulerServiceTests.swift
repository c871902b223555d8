import BotTesting
import ChatModel
import Foundation
import Logging
import Recurrence
import Storage
import Testing

@testable import MezonBotApp

struct SchedulerServiceTests {
    private static func daily() throws -> String {
        JobSchedule(Schedule(try Recurrence(every: "day at 09:00"), in: .utc, from: start)).notation
    }
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let nine = start + 9 * 3600

    /// Creates a store with the jobs that one entry scheduled.
    private static func testStore(_ jobs: [ScheduledJob], author: String = "bot:tea") async throws -> TestStore {
        let testStore = try await TestStore(time: ManualTime(now: start))
        try await testStore.store.journal.append([.make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.jobs = jobs.map { .schedule($0, author: author) }
        try await testStore.store.turns.commit([turn])
        return testStore
    }

    private static func scheduler(_ testStore: TestStore) throws -> SchedulerService {
        SchedulerService(store: try testStore.store, time: testStore.time, logger: testStore.logger)
    }

    private static func occurrences(_ testStore: TestStore) async throws -> [SystemEvent.Occurrence] {
        try await testStore.store.journal.entries(after: 1, limit: 100).compactMap {
            guard case .due(let occurrence)? = SystemEvent(frame: $0.frame) else { return nil }
            return occurrence
        }
    }

    @Test func `a one-time job is journaled once when due and removed`() async throws {
        let tea = ScheduledJob("tea", due: Self.nine, clan: .test, channel: .general, user: 101, note: ["kind": "oolong"])
        let testStore = try await Self.testStore([tea])
        let scheduler = try Self.scheduler(testStore)
        #expect(try await scheduler.processDue(at: Self.nine - 0.001) == Self.nine)
        #expect(try await Self.occurrences(testStore) == [])
        #expect(try await scheduler.processDue(at: Self.nine) == nil)
        #expect(try await scheduler.processDue(at: Self.nine) == nil)
        #expect(try await Self.occurrences(testStore) == [.init(author: "bot:tea", tea, at: Self.nine)])
        #expect(try await testStore.store.jobs.all(of: "bot:tea") == [])
    }

    @Test func `a recurring job advances and reports its next occurrence and the skipped ones`() async throws {
        let job = ScheduledJob("daily", due: Self.nine, timetable: try Self.daily(), clan: .test, channel: .general)
        let testStore = try await Self.testStore([job])
        let scheduler = try Self.scheduler(testStore)
        #expect(try await scheduler.processDue(at: Self.nine) == Self.nine + 86_400)
        let late = Self.nine + 3 * 86_400 + 60
        #expect(try await scheduler.processDue(at: late) == Self.nine + 4 * 86_400)
        let found = try await Self.occurrences(testStore)
        #expect(found.map(\.job.due) == [Self.nine, Self.nine + 3 * 86_400])
        #expect(found.map(\.skipped) == [0, 2])
        #expect(found.map(\.next) == [Self.nine + 86_400, Self.nine + 4 * 86_400])
        #expect(found.map(\.lateness) == [.zero, .seconds(60)])
        let kept = try #require(try await testStore.store.jobs.all(of: "bot:tea").first)
        #expect(kept.occurred == 2)
        #expect(kept.skipped == 2)
        #expect(kept.lastDue == Self.nine + 86_400)
    }

    @Test func `a clock that goes back repeats no occurrence`() async throws {
        let testStore = try await Self.testStore([ScheduledJob("daily", due: Self.nine, timetable: try Self.daily())])
        let scheduler = try Self.scheduler(testStore)
        _ = try await scheduler.processDue(at: Self.nine)
        _ = try await scheduler.processDue(at: Self.nine - 7200)
        _ = try await scheduler.processDue(at: Self.nine)
        #expect(try await Self.occurrences(testStore).count == 1)
    }

    @Test func `a job scheduled again for a past occurrence is not journaled again`() async throws {
        let tea = ScheduledJob("tea", due: Self.nine)
        let testStore = try await Self.testStore([tea])
        let scheduler = try Self.scheduler(testStore)
        _ = try await scheduler.processDue(at: Self.nine)
        try await testStore.store.journal.append([.make(.make(id: 77))])
        var turn = Turn(sequence: 3, trace: Trace())
        turn.jobs = [.schedule(tea, author: "bot:tea")]
        try await testStore.store.turns.commit([turn])
        _ = try await scheduler.processDue(at: Self.nine)
        #expect(try await Self.occurrences(testStore).count == 1)
        #expect(try await testStore.store.jobs.all(of: "bot:tea") == [])
    }

    @Test func `more than one page of due jobs is journaled, earliest first`() async throws {
        let many = (0..<600).map { ScheduledJob("n\($0)", due: Self.nine - Double($0), clan: .test, channel: .general) }
        let testStore = try await Self.testStore(many)
        _ = try await Self.scheduler(testStore).processDue(at: Self.nine)
        let names = try await testStore.store.journal.entries(after: 1, limit: 1000).compactMap { entry -> String? in
            guard case .due(let occurrence)? = SystemEvent(frame: entry.frame) else { return nil }
            return occurrence.job.name
        }
        #expect(names.first == "n599")
        #expect(Set(names).count == 600)
        #expect(names.count == 600)
    }

    @Test func `an unreadable job is paused and reported to its clan without blocking others`() async throws {
        let testStore = try await Self.testStore([
            ScheduledJob("torn", due: Self.nine, timetable: "{", clan: .test), ScheduledJob("tea", due: Self.nine + 1),
        ])
        let scheduler = try Self.scheduler(testStore)
        #expect(try await scheduler.processDue(at: Self.nine + 1) == nil)
        #expect(try await Self.occurrences(testStore).map(\.job.name) == ["tea"])
        #expect(try await testStore.store.jobs.all(of: "bot:tea").map(\.isPaused) == [true])
        let news = try await testStore.store.journal.entries(after: 1, limit: 10).compactMap { entry -> SystemEvent.Notice? in
            guard case .news(let news)? = SystemEvent(frame: entry.frame) else { return nil }
            return news
        }
        #expect(news.map(\.clan) == [.test])
    }

    @Test func `a paused job skips its occurrences and resumes with the next one`() async throws {
        let testStore = try await Self.testStore([ScheduledJob("daily", due: Self.nine, timetable: try Self.daily())])
        let jobs = ScheduledJobService(store: try testStore.store, time: testStore.time)
        _ = try await jobs.pause(1)
        await #expect(throws: ScheduledJobService.JobError.paused(1)) { try await jobs.pause(1) }
        let scheduler = try Self.scheduler(testStore)
        testStore.time.advance(by: .seconds(2 * 86_400))
        #expect(try await scheduler.processDue(at: testStore.time.now) == nil)
        _ = try await jobs.resume(1)
        await #expect(throws: ScheduledJobService.JobError.notPaused(1)) { try await jobs.resume(1) }
        #expect(try await scheduler.processDue(at: testStore.time.now) == Self.nine + 2 * 86_400)
        #expect(try await Self.occurrences(testStore) == [])
        _ = try await jobs.cancel(1)
        await #expect(throws: ScheduledJobService.JobError.unknown(1)) { try await jobs.cancel(1) }
        let told = try await Self.occurrences(testStore)
        #expect(
            told.map(\.isDismissed) == [true] && told.map(\.author) == ["bot:tea"] && told.map(\.job.timetable) == [nil])
    }

    @Test func `pausing, resuming and cancelling a job are journaled with who asked`() async throws {
        let daily = ScheduledJob("daily", due: Self.nine, timetable: try Self.daily(), clan: .test, channel: .general)
        let testStore = try await Self.testStore([daily])
        let jobs = ScheduledJobService(store: try testStore.store, time: testStore.time)
        _ = try await jobs.pause(1, by: SystemEvent.assistant("claude"))
        _ = try await jobs.resume(1, by: SystemEvent.console)
        _ = try await jobs.cancel(1)
        let entries = try await testStore.store.journal.entries(after: 1, limit: 100)
        #expect(entries.map(\.kind) == ["system-job-paused", "system-job-resumed", "system-job-cancelled"])
        #expect(entries.map(\.clan) == [.test, .test, .test] && entries.map(\.channel) == [.general, .general, .general])
        let requesters = entries.map { SystemEvent(frame: $0.frame)?.requester }
        #expect(requesters == ["assistant:claude", "console", "command"])
        let listing = JournalListing(labels: [:], in: .gmt)
        let lines = try await testStore.store.reader.lines(after: 1, limit: 10)
        #expect(try lines.first.map(listing.json)?.contains(#""requester":"assistant:claude""#) == true)
        let rows = lines.map { listing.human($0) }
        #expect(rows.first?.contains("system-job-paused by assistant:claude") == true, "\(rows)")
    }

    @Test func `erasing a user cancels their jobs and tells the author without naming the user`() async throws {
        let wait = ScheduledJob("wait.1.a.0", due: Self.nine, user: 7, note: ["entry": 1])
        let testStore = try await Self.testStore([wait, ScheduledJob("other", due: Self.nine, user: 8)], author: "rule:a")
        #expect(try await testStore.store.jobs.cancelAll(of: 7, at: Self.start) == 1)
        let told = try await Self.occurrences(testStore)
        #expect(told.map(\.job) == [ScheduledJob("wait.1.a.0", due: Self.nine)] && told.map(\.isDismissed) == [true])
        #expect(try await testStore.store.jobs.all(of: "rule:a").map(\.job.name) == ["other"])
    }

    @Test func `a paused job stays paused when the configuration changes it`() async throws {
        let testStore = try await TestStore(time: ManualTime(now: Self.start))
        let store = try testStore.store
        var daily = ScheduledJob("schedule", due: Self.nine, timetable: try Self.daily())
        try await store.revisions.record("1", files: "{}", jobs: [.init(author: "rule:a", daily)])
        _ = try await ScheduledJobService(store: store, time: testStore.time).pause(1)
        daily.due += 60
        daily.note = "changed"
        try await store.revisions.record("2", files: "{}", jobs: [.init(author: "rule:a", daily)])
        let kept = try #require(try await store.reader.job(1))
        #expect(kept.isPaused && kept.job == daily)
    }

    @Test func `configured jobs follow the configuration, and unchanged ones keep their position`() async throws {
        let testStore = try await Self.testStore([ScheduledJob("tea", due: Self.nine)])
        let store = try testStore.store
        let daily = ScheduledJob("schedule", due: Self.nine, timetable: try Self.daily())
        try await store.revisions.record(
            "1", files: "{}", jobs: [.init(author: "rule:a", daily), .init(author: "rule:b", daily)])
        _ = try await Self.scheduler(testStore).processDue(at: Self.nine)
        var other = daily
        other.note = "changed"
        try await store.revisions.record(
            "2", files: "{}", jobs: [.init(author: "rule:a", daily), .init(author: "rule:c", other)])
        let kept = try await store.reader.jobs(of: nil, limit: 10)
        #expect(Set(kept.map(\.author)) == ["rule:a", "rule:c"])
        #expect(kept.first { $0.author == "rule:a" }?.occurred == 1)
        #expect(kept.first { $0.author == "rule:a" }?.job.due == Self.nine + 86_400)
    }
}
