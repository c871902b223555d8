import ChatModel
import Foundation
import PatternMatching

/// The recent events by event time, for the rules that count them. Rebuilt from the journal at start-up.
struct SlidingWindows {
    struct Occurrence {
        var at: Date
        var amount: Int
        var message: MessageID
        var channel: ChannelID
        /// The sketch of the text, if a rule compares texts.
        var sketch: Shingles?
    }

    private var windows: [WindowSpec: [String: SlidingWindow]] = [:]
    private var newest = Date.distantPast
    private var notesSincePruning = 0

    private static let pruning = 10_000  // Notes between two removals of silent subjects.

    mutating func note(_ occurrence: Occurrence, of subject: String, for spec: WindowSpec) {
        newest = max(newest, occurrence.at)
        windows[spec, default: [:]][subject, default: SlidingWindow(spec)].note(occurrence, arriving: newest)
        notesSincePruning += 1
    }

    /// Returns the occurrences in the window that ends at a date, oldest first.
    func occurrences(of subject: String, for spec: WindowSpec, until now: Date) -> ArraySlice<Occurrence> {
        windows[spec]?[subject]?.occurrences(until: now) ?? []
    }

    /// Drops the subjects that fell silent. Runs between events, so that the order in which one event is counted does not matter.
    mutating func prune() {
        guard notesSincePruning >= Self.pruning else { return }
        notesSincePruning = 0
        for spec in windows.keys { windows[spec] = windows[spec]?.filter { !$0.value.isOver(at: newest) } }
    }
}
