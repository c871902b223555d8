import BotTesting
import ChatModel
import Foundation
import Logging
import MezonBotApp
import Storage

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The cost of the scheduler in a store with many pending jobs.
struct TickCosts: Encodable {
    struct Cost: Encodable {
        var processorMicroseconds = 0.0
        var statements = 0.0
        var steps = 0.0
        var scanned = 0.0
    }

    var pending = 0
    /// The total cost of a virtual hour in which nothing is due.
    var idleHour = Cost()
    var wakes = 0
    /// The cost of a tick that finds one due job.
    var tick = Cost()
    /// The cost of a thousand jobs that are due at once.
    var thousand = Cost()
    var thousandMilliseconds = 0.0

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let ticks = 500
    private static let hours = 3
    private static let heaps = 10

    static func measured(pending: Int) async throws -> TickCosts {
        let time = ManualTime(now: start)
        let folder = try TemporaryDirectory()
        let logger = Logger(label: "reminders") { _ in SwiftLogNoOpLogHandler() }
        let data = try DataDirectory(folder.path)
        let store = try Store(folder: data, time: time, logger: logger)
        let channel = Channel(id: 11, clan: 1, label: "reminders")
        try await store.directory.remember(clans: [Clan(id: 1, name: "reminders")], channels: [channel])
        let reminders = PendingReminders(channel: channel, from: start + 10 * 86_400)
        try await reminders.put(pending, into: store)

        var costs = TickCosts(pending: pending)
        (costs.idleHour, costs.wakes) = try await idleHour(store, time, logger)
        let keeper = SchedulerService(store: store, time: time, logger: logger)
        try await reminders.put(
            (0..<ticks).map { reminders.reminder("t\($0)", due: start + 7200 + Double($0) * 60) }, into: store)
        _ = try await keeper.processDue(at: start + 7100)
        costs.tick = try await cost(times: ticks) { number in
            _ = try await keeper.processDue(at: start + 7200 + Double(number) * 60)
        }
        let day = start + 86_400
        try await reminders.put(
            (0..<heaps * 1000).map { reminders.reminder("h\($0)", due: day + Double($0 / 1000) * 60) }, into: store)
        let machine = SystemTime()
        let began = machine.uptime
        costs.thousand = try await cost(times: heaps) { number in
            _ = try await keeper.processDue(at: day + Double(number) * 60)
        }
        costs.thousandMilliseconds = (machine.uptime - began) / .milliseconds(heaps)
        try store.close()
        return costs
    }

    /// Runs the service for an hour, woken by the clock alone; returns the cheapest of a few hours.
    private static func idleHour(_ store: Store, _ time: ManualTime, _ logger: Logger) async throws -> (Cost, wakes: Int) {
        let keeper = SchedulerService(store: store, time: time, logger: logger)
        let service = Task { try await keeper.run() }
        await time.waitForSleepers()
        try await waitUntilQuiet()
        var hours: [(cost: Cost, wakes: Int)] = []
        for _ in 0..<Self.hours {
            var wakes = 0
            let hour = try await cost(times: 1) { _ in
                let end = time.uptime + .seconds(3600)
                while let wake = time.nextWake, wake <= end {
                    await time.advanceToNextSleeper()
                    await time.waitForSleepers()
                    wakes += 1
                }
            }
            hours.append((hour, wakes))
        }
        service.cancel()
        try await service.value
        return hours.min { $0.cost.statements < $1.cost.statements } ?? (Cost(), 0)
    }

    /// Waits until no statement runs. The service looks a second time when it starts, because jobs were stored before; the clock must
    /// not pass its next wake-up meanwhile.
    private static func waitUntilQuiet() async throws {
        var before = -1
        while StatementCount.now.statements != before {
            before = StatementCount.now.statements
            try await SystemTime().sleep(for: .milliseconds(200))
        }
    }

    private static func cost(times: Int, _ body: (Int) async throws -> Void) async throws -> Cost {
        let (before, began) = (StatementCount.now, ProcessTime.now)
        for number in 0..<times { try await body(number) }
        let figures = StatementCount.now - before
        let each = 1 / Double(times)
        return Cost(
            processorMicroseconds: (ProcessTime.now - began) / .microseconds(1) * each,
            statements: Double(figures.statements) * each, steps: Double(figures.steps) * each,
            scanned: Double(figures.scanned) * each)
    }
}
