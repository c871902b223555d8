import ChatModel
import Foundation

/// The recent occurrences for one subject. Sorted by event time, and dropped by arrival time, so that a backlog that arrives late
/// is complete while it is evaluated, even if much has happened since.
struct SlidingWindow {
    private let length: Double
    private let most: Int
    private var occurrences: ArraySlice<SlidingWindows.Occurrence> = []
    private var noted = 0
    private var lastArrival = Date.distantPast

    /// The maximum delay in seconds with which late events are still counted together with live ones.
    private static let maxLateness = 2 * 3600.0
    private static let maxOccurrences = 2000  // Per subject; larger counts are not needed.
    private static let maxSamples = 256  // Each is compared with every new one.

    init(_ spec: WindowSpec) {
        length = spec.within
        most = spec.minSketchLength == nil ? Self.maxOccurrences : Self.maxSamples
    }

    /// The number of occurrences in memory.
    var count: Int { occurrences.count }

    /// Returns the time in seconds for which an occurrence is kept after its arrival.
    static func retention(of spec: WindowSpec) -> Double { spec.within + maxLateness }

    /// Adds an occurrence, unless it was counted before.
    ///
    /// - Parameter now: The newest time of any event so far.
    mutating func note(_ occurrence: SlidingWindows.Occurrence, arriving now: Date) {
        // A window that is over may have been dropped or not.
        if isOver(at: now) { occurrences = [] }
        let index = index(after: occurrence.at)
        guard !isKnown(occurrence, before: index) else { return }
        var occurrence = occurrence
        occurrence.arrivedAt = now
        occurrence.order = noted
        if index == occurrences.endIndex { occurrences.append(occurrence) } else { occurrences.insert(occurrence, at: index) }
        noted += 1
        lastArrival = now
        forget(at: now)
    }

    func occurrences(until now: Date) -> ArraySlice<SlidingWindows.Occurrence> {
        occurrences[index(after: now.addingTimeInterval(-length))..<index(after: now)].suffix(most)
    }

    func isOver(at now: Date) -> Bool { lastArrival < now.addingTimeInterval(-length - Self.maxLateness) }

    /// Returns whether an occurrence was already counted: an entry that is evaluated again after a restart must not count twice.
    private func isKnown(_ occurrence: SlidingWindows.Occurrence, before index: Int) -> Bool {
        // A reaction has no message here, and the same user may add several at a time.
        guard !occurrence.message.isNone || occurrence.isJoin else { return false }
        return occurrences[..<index].reversed().prefix { $0.at == occurrence.at }.contains {
            $0.message == occurrence.message && $0.user == occurrence.user
        }
    }

    /// Drops the oldest occurrences as they expire. All are examined only where they are too many, at most once in `most / 4`
    /// notes; that also finds the expired ones that stand behind a late arrival.
    private mutating func forget(at now: Date) {
        let start = now.addingTimeInterval(-length - Self.maxLateness)
        while !occurrences.isEmpty, occurrences[occurrences.startIndex].arrivedAt < start { occurrences.removeFirst() }
        guard occurrences.count >= most + most / 4 else { return }
        let oldest = noted - most
        occurrences = occurrences.filter { $0.arrivedAt >= start && $0.order >= oldest }[...]
    }

    /// Returns the index of the first occurrence after a time. Times are in ascending order.
    private func index(after date: Date) -> Int {
        var low = occurrences.startIndex
        var high = occurrences.endIndex
        // Nearly every event is the newest.
        if low < high, occurrences[high - 1].at <= date { return high }
        while low < high {
            let middle = (low + high) / 2
            if occurrences[middle].at > date { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
