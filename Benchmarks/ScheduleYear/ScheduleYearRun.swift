import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// Runs an application through a simulated year with all due jobs, requests and disturbances.
struct ScheduleYearRun {
    private enum Action {
        case crash, make, forget, pause, reload, jump
        case resume(ExpectedJobKey)
    }

    private static let span = 365 * 86_400

    private let schedules: Int
    private let time = ManualTime(now: Date(timeIntervalSince1970: Double(ScheduleYearPlan.start)))
    private let application: ScheduleYearApplication
    private var plan: ScheduleYearPlan
    private var expectedJobs = ExpectedJobs()
    private var random: SplitMix64
    private var agenda: [(at: Double, action: Action)] = []
    /// The numbers of pending crashes: during the next check that finds due jobs, and during the next requests.
    private var crashes = 0
    private var crashesOfAsking = 0
    private var lastMessage = SnowflakeSequence(node: 5)
    private var names = 0

    init(schedules: Int, crashes: Int, seed: UInt64) async throws {
        self.schedules = schedules
        plan = ScheduleYearPlan(seed: seed)
        random = SplitMix64(seed: seed &+ 2)
        application = try await ScheduleYearApplication(time: time)
        var actions: [Action] = Array(repeating: .crash, count: crashes)
        for (action, share) in [(Action.make, 0.5), (.forget, 0.15), (.pause, 0.25), (.reload, 0.1), (.jump, 0.1)] {
            actions += Array(repeating: action, count: Int(Double(schedules) * share))
        }
        agenda = actions.map { (Double(ScheduleYearPlan.start + 3600 + drawn(Self.span - 7200)), $0) }.sorted { $0.at > $1.at }
    }

    mutating func run() async throws -> ScheduleYearOutcome {
        let wallTime = SystemTime()
        let began = wallTime.uptime
        try await begin()
        while now < Double(ScheduleYearPlan.end), expectedJobs.outcome.problems.isEmpty {
            try await look()
            guard let next = agenda.last, next.at <= now else {
                wait()
                continue
            }
            agenda.removeLast()
            try await perform(next.action)
        }
        try await application.decide()
        let kept = try await kept()
        expectedJobs.check(kept)
        let (zones, changes, kinds) = (plan.zoneCount, plan.changesOfClocks, plan.kinds)
        try await checkEffects()
        let entries = try await application.store.reader.lastSequence()
        let seconds = (wallTime.uptime - began) / .seconds(1)
        expectedJobs.count {
            $0.schedules = kinds.values.reduce(0, +)
            $0.zones = zones
            $0.changesOfClocks = changes
            $0.kinds = kinds
            $0.entries = entries
            $0.seconds = seconds
        }
        return expectedJobs.outcome
    }

    private var now: Double { time.now.timeIntervalSince1970 }

    private mutating func drawn(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func begin() async throws {
        for _ in 0..<schedules { try await make(isOnce: nil) }
    }

    /// Advances the clock to the next event, on time or late.
    private mutating func wait() {
        let end = min(agenda.last?.at ?? .infinity, Double(ScheduleYearPlan.end))
        let wake = expectedJobs.nextDue().map(Double.init) ?? .infinity
        // Eighths of a second are exact in binary, so that comparisons are exact.
        let lateness = wake < end ? [0, 0, 0, 0, Double(drawn(80)) / 8, drawn(20) == 0 ? 60 : 0][drawn(6)] : 0
        advance(by: max(0.125, min(end, wake) + lateness - now))
    }

    private func advance(by seconds: Double) { time.advance(by: .milliseconds(Int64(seconds * 1000))) }

    private mutating func look() async throws {
        let look = expectedJobs.look(at: now)
        guard crashes > 0, !look.advances.isEmpty else {
            let next = try await application.tell()
            expectedJobs.settle(look, try await application.toldSince())
            expectedJobs.check(next: next)
            try await application.decide()
            if expectedJobs.outcome.looks.isMultiple(of: 64) { try await application.note() }
            return
        }
        crashes -= 1
        let mark = try application.mark()
        _ = try await application.tell()
        switch drawn(4) {
        case 0, 1: try await crash(since: mark, "while reporting")
        case 2:
            let told = try application.mark()
            try await application.decide()
            try await crash(since: told, "while answering")
        default:
            try await application.decide()
            try await crash(since: drawn(2) == 0 ? mark : nil, "after both")
        }
        expectedJobs.settle(look, try await application.toldSince(), after: try await kept())
    }

    private mutating func crash(since mark: WALPosition?, _ place: String) async throws {
        let isCut = try application.kill(since: mark, &random)
        expectedJobs.count { $0.crashes[isCut ? "torn \(place)" : "between commits", default: 0] += 1 }
        let outage = [0, 0, 0, 1, 30, 90, 900, 7200, 43_200, 259_200]
        advance(by: Double(drawn(1 + outage[drawn(drawn(8) == 0 ? 10 : 8)])))
        try await application.start()
    }

    private func kept() async throws -> [ExpectedJobKey: StoredJob] {
        let pairs = try await application.jobs().map {
            (ExpectedJobKey(author: $0.author, name: $0.job.name), $0)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private mutating func perform(_ action: Action) async throws {
        switch action {
        case .crash:
            if drawn(5) == 0, crashesOfAsking < 3 { crashesOfAsking += 1 } else { crashes += 1 }
        case .make: try await make(isOnce: drawn(2) == 0 ? true : nil)
        case .forget: try await forget()
        case .pause: try await pause()
        case .resume(let key): try await resume(key)
        case .reload: try await reload()
        case .jump: jump()
        }
    }

    /// Sends a request, and repeats it if a crash in the middle has lost it; a repeated request must have the same effect.
    private mutating func ask(_ what: String, _ body: (ScheduleYearApplication) async throws -> Void) async throws {
        expectedJobs.count { $0.changes[what, default: 0] += 1 }
        let mark = crashesOfAsking > 0 ? try application.mark() : nil
        try await body(application)
        guard let mark else { return }
        crashesOfAsking -= 1
        try await crash(since: mark, "while requesting")
        try await body(application)
    }

    private mutating func say(_ what: String, _ text: String) async throws {
        let incoming = NewEntry.make(
            .make(
                text: text, in: ScheduleYearApplication.channel.id, id: MessageID(lastMessage.next(at: time.now)),
                clan: ScheduleYearApplication.clan,
                at: time.now))
        try await ask(what) { application in
            try await application.store.journal.append([incoming])
            try await application.decide()
        }
    }

    private mutating func make(isOnce: Bool?) async throws {
        let key: ExpectedJobKey
        if drawn(3) == 0, let other = drawnKey(where: { _, _ in true }) {
            key = other
        } else {
            names += 1
            key = ExpectedJobKey(author: PlanningBot.author, name: "plan \(names)")
        }
        guard let (job, promise) = try newJob(key, isOnce: isOnce) else { return }
        try await say(expectedJobs.jobs[key] == nil ? "created" : "replaced", try PlanningBot.text(making: job))
        expectedJobs.make(key, promise)
    }

    /// Generates a job; nil if it would never be due.
    private mutating func newJob(_ key: ExpectedJobKey, isOnce: Bool?) throws -> (ScheduledJob, ExpectedJob)? {
        let (job, promise) = try plan.job(key, at: time.now, isOnce: isOnce)
        let (due, expected) = (job?.due.timeIntervalSince1970, promise.moments.first.map(Double.init))
        if due != expected {
            expectedJobs.count { $0.wronglyTimed += 1 }
            expectedJobs.note("\(job?.timetable ?? "") is first due at \(due ?? 0); expected \(expected ?? 0)")
        }
        guard let job, expected != nil else { return nil }
        return (job, promise)
    }

    private mutating func forget() async throws {
        guard let key = drawnKey(where: { _, _ in true }) else { return }
        try await say("cancelled", PlanningBot.text(forgetting: key.name))
        expectedJobs.forget(key)
    }

    private mutating func pause() async throws {
        guard let key = drawnKey(where: { !$1.isPaused }), let id = try await kept()[key]?.id else { return }
        try await ask("paused") { application in
            do { _ = try await application.jobService.pause(id) } catch ScheduledJobService.JobError.paused {}
        }
        expectedJobs.pause(key)
        let until = now + Double(60 + drawn(drawn(4) == 0 ? 20 * 86_400 : 86_400))
        agenda.insert((until, .resume(key)), at: agenda.firstIndex { $0.at < until } ?? agenda.endIndex)
    }

    /// Resumes a job; does nothing if it was cancelled or replaced meanwhile.
    private mutating func resume(_ key: ExpectedJobKey) async throws {
        guard let promise = expectedJobs.jobs[key], promise.isPaused, let id = try await kept()[key]?.id else { return }
        let asked = now
        try await ask("resumed") { application in
            do {
                _ = try await application.jobService.resume(id)
            } catch ScheduledJobService.JobError.notPaused {
            } catch ScheduledJobService.JobError.over {}
        }
        // The request may have been repeated later, after a crash.
        let (first, again) = (promise.resumed(at: asked), promise.resumed(at: now))
        let isFirst = try await kept()[key].map { first?.stands(as: $0) ?? false } ?? false
        if let resumed = isFirst ? first : again { expectedJobs.make(key, resumed) }
    }

    private mutating func jump() {
        let seconds = (drawn(2) == 0 ? -1 : 1) * (1 + drawn([300, 3600, 7200, 86_400][drawn(4)]))
        expectedJobs.count { $0.changes[seconds < 0 ? "clock set back" : "clock set forward", default: 0] += 1 }
        time.step(by: .seconds(seconds))
    }

    /// Reloads the configuration. It contains no schedules, so the jobs that bots requested must remain.
    private mutating func reload() async throws {
        names += 1
        let version = "revision \(names)"
        try await ask("reloaded") { application in try await application.reload(as: version) }
    }

    private mutating func drawnKey(where fits: (ExpectedJobKey, ExpectedJob) -> Bool) -> ExpectedJobKey? {
        let keys = expectedJobs.jobs.filter { fits($0.key, $0.value) }.keys.sorted()
        return keys.isEmpty ? nil : keys[drawn(keys.count)]
    }

    private mutating func checkEffects() async throws {
        var ledger = expectedJobs
        try await application.effects { occurrence, deliveries in
            ledger.checkEffect(
                of: occurrence, deliveries.map { (try? ResolvedActionCodec.outgoing($0.payload))?.draft?.content.text ?? "" })
        }
        self.expectedJobs = ledger
    }
}
