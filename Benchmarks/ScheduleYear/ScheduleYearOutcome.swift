import Foundation

/// The counts of a simulated year.
struct ScheduleYearOutcome: Encodable {
    var schedules = 0
    var zones = 0
    var changesOfClocks = 0
    var kinds: [String: Int] = [:]

    var due = 0
    var told = 0
    /// The number of occurrences skipped by policy.
    var leftOut = 0
    var late = 0
    var lost = 0
    var doubled = 0
    var wronglyTimed = 0
    var outOfOrder = 0
    /// The number of the bot's occurrences that did not result in exactly one correct delivery.
    var wrongEffects = 0
    /// The number of times that the stored state or the next due time differed from the expected one.
    var wrongStates = 0

    var crashes: [String: Int] = [:]
    var changes: [String: Int] = [:]
    var looks = 0
    var entries: Int64 = 0
    var seconds = 0.0
    /// Descriptions of the first few deviations.
    var problems: [String] = []

    var isGood: Bool {
        told > 0 && lost == 0 && doubled == 0 && wronglyTimed == 0 && outOfOrder == 0 && wrongEffects == 0 && wrongStates == 0
    }

    var text: String {
        """
        schedules \(schedules) (\(Self.list(kinds))) in \(zones) time zones with \(changesOfClocks) clock changes
        crashes \(crashes.values.reduce(0, +)) (\(Self.list(crashes)))
        changes \(changes.values.reduce(0, +)) (\(Self.list(changes)))
        due \(due), reported \(told) (late \(late)), skipped by policy \(leftOut)
        lost \(lost), duplicates \(doubled), wrongly timed \(wronglyTimed), out of order \(outOfOrder), wrong effects \(wrongEffects), \
        wrong states \(wrongStates)
        scheduler ticks \(looks), journal \(entries) entries, \(seconds.formatted(.number.precision(.fractionLength(1)))) s
        """ + problems.map { "\n! \($0)" }.joined()
    }

    private static func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
