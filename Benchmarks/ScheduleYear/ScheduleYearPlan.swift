import BotKit
import ChatModel
import Foundation
import Recurrence

/// Generates scheduled jobs for a year: the requests to the application, and the expected results.
struct ScheduleYearPlan {
    enum Failure: Error { case unreadable(String, String) }

    /// 1 January 2026, in UTC.
    static let start = 1_767_225_600
    static let end = start + 365 * 86_400

    private var random: SplitMix64
    private var courses: RandomRecurrences
    private var generation = 0
    private let zones: [(zone: ZoneRules, clocks: LocalTimeOracle)]
    private(set) var kinds: [String: Int] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        courses = RandomRecurrences(seed: seed &+ 1)
        zones = RandomRecurrences.zones.compactMap { name in
            guard let zone = ZoneRules(named: name), let clocks = LocalTimeOracle(zone: name) else { return nil }
            return (zone, clocks)
        }
    }

    var zoneCount: Int { zones.count }
    var changesOfClocks: Int { zones.reduce(0) { $0 + $1.clocks.changes } }

    /// Generates a job.
    ///
    /// - Parameter isOnce: A Boolean value that indicates whether it runs once; random if nil.
    /// - Returns: The job to request, nil if the application says that it is never due; and the expected one.
    mutating func job(_ key: ExpectedJobKey, at now: Date, isOnce: Bool? = nil) throws -> (ScheduledJob?, ExpectedJob) {
        generation += 1
        let note = JSONValue.integer(Int64(generation))
        let wish = wish()
        if isOnce ?? (drawn(10) == 0) {
            let due = Int(now.timeIntervalSince1970) + 1 + drawn(drawn(2) == 0 ? 86_400 : 60 * 86_400)
            kinds["once", default: 0] += 1
            return (
                job(key, due: due, nil, note),
                ExpectedJob(generation: generation, moments: [due], isOnce: true, missedRuns: wish)
            )
        }
        let course = courses.next()
        kinds[course.kind, default: 0] += 1
        let place = zones[drawn(zones.count)]
        let recurrence: Recurrence
        do {
            recurrence = try Recurrence(notation: course.text)
        } catch {
            throw Failure.unreadable(course.text, "\(error)")
        }
        let timetable = JobSchedule(Schedule(recurrence, in: place.zone, from: now), missed: wish.missedRuns)
        let second = Int(now.timeIntervalSince1970.rounded(.down))
        let moments = course.moments(from: second, by: place.clocks).filter { $0 > second }
        let first = timetable.next(after: now).map { Int($0.timeIntervalSince1970) }
        return (
            first.map { job(key, due: $0, timetable.notation, note) },
            ExpectedJob(generation: generation, moments: moments, isOnce: false, missedRuns: wish)
        )
    }

    private func job(_ key: ExpectedJobKey, due: Int, _ timetable: String?, _ note: JSONValue) -> ScheduledJob {
        ScheduledJob(
            key.name, due: Date(timeIntervalSince1970: Double(due)), timetable: timetable, clan: ScheduleYearApplication.clan,
            channel: ScheduleYearApplication.channel.id, note: note)
    }

    private mutating func drawn(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func wish() -> MissedRunExpectation {
        MissedRunExpectation(
            policy: MissedRunExpectation.Policy.allCases[drawn(3)], grace: [nil, 600, 2700, 21_600, 86_400][drawn(5)],
            limit: [1, 3, 5][drawn(3)])
    }
}

extension MissedRunExpectation {
    fileprivate var missedRuns: MissedRunPolicy {
        let policy: MissedRunPolicy.Mode =
            switch policy {
            case .latest: .fireOnce
            case .all: .fireAll
            case .none: .skip
            }
        return MissedRunPolicy(policy, grace: grace.map { .seconds($0) }, max: limit)
    }
}
