/// What a run does that comes due while an earlier one of the same schedule is not done.
package enum OverlapPolicy: String, Hashable, Sendable, CaseIterable {
    /// It does not take place.
    case skip
    /// It waits for its turn.
    case queue
    /// The earlier one is ended for it.
    case replace
    /// Both go on.
    case parallel

    package enum Verdict: Hashable, Sendable {
        case start, wait, skip
        case replaceEarlier
    }

    package func verdict(running: Int, waiting: Int = 0) -> Verdict {
        guard running > 0 || waiting > 0 else { return .start }
        switch self {
        case .skip: return .skip
        case .queue: return waiting < Self.longestQueue ? .wait : .skip
        case .replace: return .replaceEarlier
        case .parallel: return running < Self.mostAtOnce ? .start : .skip
        }
    }

    /// A run that never ends shall not gather others without end.
    package static let longestQueue = 100
    package static let mostAtOnce = 100
}
