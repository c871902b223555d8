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
        /// The user who caused it.
        var user: UserID = 0
        var isJoin = false
        /// The sketch of the text, if a rule compares texts.
        var sketch: Shingles?
        /// The newest time of any event when the occurrence was counted, and the number of those counted before it.
        var arrivedAt = Date.distantPast
        var order = 0
    }

    private var windows: [WindowSpec: SubjectWindows] = [:]
    /// The specifications in the order of their first use.
    private var specs: [WindowSpec] = []
    /// The position of the specification that was pruned last.
    private var pruned = 0
    private var newest = Date.distantPast

    /// The number of subjects in memory, in all windows.
    var count: Int { windows.values.reduce(0) { $0 + $1.count } }

    /// Returns windows that begin as these. It takes the same time however many subjects there are.
    func fork() -> SlidingWindows {
        var copy = self
        copy.windows = windows.mapValues { $0.fork() }
        return copy
    }

    mutating func note(_ occurrence: Occurrence, of subject: WindowSubject, for spec: WindowSpec) {
        windows[spec, default: SubjectWindows(spec)].note(occurrence, of: subject, arriving: newest)
        if windows.count > specs.count { specs.append(spec) }
    }

    /// Returns the occurrences in the window that ends at a date, oldest first.
    ///
    /// - Parameter newest: The newest time of any event so far.
    func occurrences(
        of subject: WindowSubject, for spec: WindowSpec, until now: Date, after newest: Date
    ) -> ArraySlice<Occurrence> {
        windows[spec]?.occurrences(of: subject, until: now, after: newest) ?? []
    }

    /// Advances the newest event time, and drops the subjects of one specification that fell silent; each call takes the next one.
    /// Runs before an event is counted, so that the order in which its windows count it does not matter.
    mutating func advance(to now: Date) {
        newest = max(newest, now)
        guard !specs.isEmpty else { return }
        pruned = (pruned + 1) % specs.count
        windows[specs[pruned]]?.dropSilent(at: newest)
    }
}

extension Sequence<SlidingWindows.Occurrence> {
    /// The users who caused the occurrences, each once, in the order of their first.
    var distinctUsers: [UserID] {
        var seen: Set<UserID> = []
        return map(\.user).filter { !$0.isNone && seen.insert($0).inserted }
    }
}
