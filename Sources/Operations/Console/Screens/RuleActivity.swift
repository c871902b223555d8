import ChatModel
import EventProcessing
import Foundation
import Storage

/// Counts the entries at which each rule acted in the last seven days. It reads each entry once.
actor RuleActivity {
    static let days = 7
    /// The entries that one visit reads at most, so that the first one after a start does not wait for a week of messages.
    static let maxPerVisit = 20_000
    private static let batch = 500

    /// The counts, and whether they are complete.
    struct Counts: Sendable, Hashable {
        /// The entries by rule id.
        var hits: [String: Int]
        /// The oldest entry that is counted; nil if all of the seven days are.
        var since: Date?
    }

    private let reader: JournalReader
    private let time: any TimeSource
    /// The counts by day since 1970 and rule id.
    private var hits: [Int: [String: Int]] = [:]
    /// The entries counted so far: after the first and through the second.
    private var range: (lower: Int64, upper: Int64)?
    private var oldest: Date?

    init(reader: JournalReader, time: any TimeSource) {
        self.reader = reader
        self.time = time
    }

    /// Reads the entries that are new since the last visit, and earlier ones that are not counted yet.
    func counts() async throws -> Counts {
        let today = Self.day(time.now)
        hits = hits.filter { $0.key > today - Self.days }
        let last = try await reader.lastSequence()
        var budget = Self.maxPerVisit
        var (lower, upper) = range ?? (last, last)
        while upper < last, budget > 0 {
            let lines = try await reader.lines(after: upper, limit: Self.batch)
            guard let newest = lines.last else { break }
            for line in lines { count(line, today) }
            upper = newest.entry.sequence
            budget -= lines.count
        }
        while lower > 0, budget > 0, oldest.map({ Self.day($0) > today - Self.days }) ?? true {
            let start = max(0, lower - Int64(Self.batch))
            let lines = try await reader.lines(after: start, limit: Self.batch).filter { $0.entry.sequence <= lower }
            for line in lines { count(line, today) }
            oldest = lines.first?.entry.receivedAt ?? oldest
            lower = start
            budget -= Self.batch
        }
        range = (lower, upper)
        let isComplete = lower == 0 || oldest.map { Self.day($0) <= today - Self.days } ?? false
        let totals = hits.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        return Counts(hits: totals, since: isComplete ? nil : oldest)
    }

    private func count(_ line: JournalReader.Line, _ today: Int) {
        let day = Self.day(line.entry.receivedAt)
        guard day > today - Self.days else { return }
        for step in line.trace?.steps ?? []
        where step.who.hasPrefix("rule:") && step.what != Trace.miss && step.what != Trace.skip {
            hits[day, default: [:]][String(step.who.dropFirst("rule:".count)), default: 0] += 1
        }
    }

    private static func day(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
