/// The policy for a run that comes due while an earlier run of the same schedule has not ended.
package enum OverlapPolicy: String, Hashable, Sendable, CaseIterable {
    /// The new run is skipped.
    case skip
    /// The new run waits until the earlier one ends.
    case queue
    /// The earlier run is cancelled.
    case replace
    /// Both run at the same time.
    case parallel

    package enum Verdict: Hashable, Sendable {
        case start, wait, skip
        case replaceEarlier
    }

    package func verdict(running: Int, waiting: Int = 0) -> Verdict {
        guard running > 0 || waiting > 0 else { return .start }
        switch self {
        case .skip: return .skip
        case .queue: return waiting < Self.maxQueue ? .wait : .skip
        case .replace: return .replaceEarlier
        case .parallel: return running < Self.maxBatch ? .start : .skip
        }
    }

    /// Limits the runs that pile up behind one that never ends.
    package static let maxQueue = 100
    package static let maxBatch = 100
}
