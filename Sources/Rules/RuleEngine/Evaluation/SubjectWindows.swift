import Foundation

/// The sliding windows of one specification, by subject.
struct SubjectWindows {
    private struct Check {
        var subject: WindowSubject
        var at: Date
    }

    private let spec: WindowSpec
    private var windows: [WindowSubject: SlidingWindow] = [:]
    /// The windows that these began with, for subjects that have not changed since.
    private var base: [WindowSubject: SlidingWindow] = [:]
    /// Each subject once, with the time at which it was last found active, oldest first.
    private var checks: ArraySlice<Check> = []

    init(_ spec: WindowSpec) { self.spec = spec }

    /// The number of subjects in memory.
    var count: Int { windows.count }

    /// Returns windows that begin as these, without a copy of all of them.
    func fork() -> SubjectWindows {
        var copy = SubjectWindows(spec)
        copy.base = base.isEmpty ? windows : base.merging(windows) { $1 }
        return copy
    }

    /// - Parameter now: The newest time of any event so far.
    mutating func note(_ occurrence: SlidingWindows.Occurrence, of subject: WindowSubject, arriving now: Date) {
        windows[subject, default: base[subject] ?? SlidingWindow(spec)].note(occurrence, arriving: now)
        if windows.count > checks.count { checks.append(Check(subject: subject, at: now)) }
    }

    func occurrences(of subject: WindowSubject, until now: Date, after newest: Date) -> ArraySlice<SlidingWindows.Occurrence> {
        // A window that is over may have been dropped or not.
        guard let window = windows[subject] ?? base[subject], !window.isOver(at: newest) else { return [] }
        return window.occurrences(until: now)
    }

    /// Drops the subjects that fell silent. Each is looked at once in the time for which its window is kept.
    mutating func dropSilent(at now: Date) {
        let end = now.addingTimeInterval(-SlidingWindow.retention(of: spec))
        while let check = checks.first, check.at < end {
            checks.removeFirst()
            if windows[check.subject]?.isOver(at: now) == false {
                checks.append(Check(subject: check.subject, at: now))
            } else {
                windows[check.subject] = nil
            }
        }
    }
}
