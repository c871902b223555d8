import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
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
        /// The cases that were undone, by rule id.
        var reversals: [String: Int]
        /// The oldest entry that is counted; nil if all of the seven days are.
        var since: Date?
    }

    private let reader: JournalReader
    private let time: any TimeSource
    /// The counts by day since 1970, clan and rule id.
    private var hits: [Int: [ClanID: [String: Int]]] = [:]
    /// The entries counted so far: after the first and through the second.
    private var range: (lower: Int64, upper: Int64)?
    private var oldest: Date?

    init(reader: JournalReader, time: any TimeSource) {
        self.reader = reader
        self.time = time
    }

    /// Reads the entries that are new since the last visit, and earlier ones that are not counted yet.
    ///
    /// - Parameter scope: The clans whose entries are counted.
    func counts(in scope: ClanScope) async throws -> Counts {
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
        let clans = hits.values.flatMap { $0.filter { scope.contains($0.key) }.values }
        let totals: [String: Int] = clans.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        let start = time.now.addingTimeInterval(-Double(Self.days) * 86_400)
        let undone = try await reader.reversals(since: start).filter { scope.contains($0.clan) }
        return Counts(
            hits: totals, reversals: undone.reduce(into: [:]) { $0[Self.rule($1.author), default: 0] += $1.count },
            since: isComplete ? nil : oldest)
    }

    private func count(_ line: JournalReader.Line, _ today: Int) {
        let day = Self.day(line.entry.receivedAt)
        guard day > today - Self.days else { return }
        for step in line.trace?.steps ?? []
        where step.who.hasPrefix("rule:") && step.what != Trace.miss && step.what != Trace.skip {
            hits[day, default: [:]][line.entry.clan, default: [:]][Self.rule(step.who), default: 0] += 1
        }
    }

    /// The id of a rule, without the prefix of authors.
    private static func rule(_ author: String) -> String { String(author.dropFirst("rule:".count)) }

    private static func day(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
