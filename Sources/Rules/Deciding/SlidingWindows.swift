import Foundation
import MezonModel
import TextMatching

/// What lately happened, by event time, for the rules that ask how much of it there was. Rebuilt from the journal at a start.
struct SlidingWindows {
    struct Occurrence {
        var at: Date
        var amount: Int
        var message: MessageID
        var channel: ChannelID
        /// What its text is like, where somebody asks for it.
        var sketch: Shingles?
    }

    private var lanes: [WindowSpec: [String: SlidingWindow]] = [:]
    private var newest = Date.distantPast
    private var notesSincePruning = 0

    private static let pruning = 10_000  // Notes between two looks for subjects that fell silent.

    mutating func note(_ occurrence: Occurrence, of subject: String, for spec: WindowSpec) {
        newest = max(newest, occurrence.at)
        lanes[spec, default: [:]][subject, default: SlidingWindow(spec)].note(occurrence, arriving: newest)
        notesSincePruning += 1
    }

    /// What happened in the window that ends at a moment, oldest first.
    func occurrences(of subject: String, for spec: WindowSpec, until now: Date) -> ArraySlice<Occurrence> {
        lanes[spec]?[subject]?.occurrences(until: now) ?? []
    }

    /// Drops the subjects that fell silent. Between events, so that it does not matter in which order one of them is counted.
    mutating func prune() {
        guard notesSincePruning >= Self.pruning else { return }
        notesSincePruning = 0
        for spec in lanes.keys { lanes[spec] = lanes[spec]?.filter { !$0.value.isOver(at: newest) } }
    }
}
