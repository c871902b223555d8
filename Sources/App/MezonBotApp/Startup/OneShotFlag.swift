import Synchronization

/// A flag that is true for its first reader only.
final class OneShotFlag: Sendable {
    private let isOver = Atomic(false)

    var claim: Bool { !isOver.exchange(true, ordering: .relaxed) }
}
