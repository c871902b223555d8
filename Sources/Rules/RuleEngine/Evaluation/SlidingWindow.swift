import ChatModel
import Foundation

/// The recent occurrences for one subject. Sorted by event time, and dropped by arrival time, so that a backlog that arrives late
/// is complete while it is evaluated, even if much has happened since.
struct SlidingWindow {
    private struct Element {
        var at: Date
        var order: Int
    }

    private let length: Double
    private let most: Int
    private var occurrences: [SlidingWindows.Occurrence] = []
    private var arrivals: [Element] = []  // One for each occurrence, at the same index.
    private var noted = 0
    private var nextPruneCount = 64

    /// The maximum delay in seconds with which late events are still counted together with live ones.
    private static let maxLateness = 2 * 3600.0
    private static let maxOccurrences = 2000  // Per subject; larger counts are not needed.
    private static let maxSamples = 256  // Each is compared with every new one.

    init(_ spec: WindowSpec) {
        length = spec.within
        most = spec.minSketchLength == nil ? Self.maxOccurrences : Self.maxSamples
    }

    /// Adds an occurrence, unless it was counted before.
    ///
    /// - Parameter now: The newest time of any event so far.
    mutating func note(_ occurrence: SlidingWindows.Occurrence, arriving now: Date) {
        let index = self.index { $0 > occurrence.at }
        guard !isKnown(occurrence, before: index) else { return }
        occurrences.insert(occurrence, at: index)
        arrivals.insert(Element(at: now, order: noted), at: index)
        noted += 1
        if occurrences.count >= nextPruneCount { forget(at: now) }
    }

    func occurrences(until now: Date) -> ArraySlice<SlidingWindows.Occurrence> {
        let start = now.addingTimeInterval(-length)
        return occurrences[index { $0 > start }..<index { $0 > now }].suffix(most)
    }

    func isOver(at now: Date) -> Bool {
        let last = arrivals.map(\.at).max() ?? .distantPast
        return last < now.addingTimeInterval(-length - Self.maxLateness)
    }

    /// Returns whether an occurrence was already counted: an entry that is evaluated again after a restart must not count twice.
    private func isKnown(_ occurrence: SlidingWindows.Occurrence, before index: Int) -> Bool {
        guard !occurrence.message.isNone else { return false }
        return occurrences[..<index].reversed().prefix { $0.at == occurrence.at }.contains { $0.message == occurrence.message }
    }

    /// Drops old occurrences. Runs rarely, so that the cost per note does not depend on their number.
    private mutating func forget(at now: Date) {
        let start = now.addingTimeInterval(-length - Self.maxLateness)
        let kept = arrivals.indices.filter { arrivals[$0].at >= start && arrivals[$0].order >= noted - most }
        occurrences = kept.map { occurrences[$0] }
        arrivals = kept.map { arrivals[$0] }
        nextPruneCount = min(max(64, 2 * kept.count), most + most / 4)
    }

    /// Returns the first index whose time satisfies the predicate. Times are in ascending order.
    private func index(where isLater: (Date) -> Bool) -> Int {
        var low = 0
        var high = occurrences.count
        while low < high {
            let middle = (low + high) / 2
            if isLater(occurrences[middle].at) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
