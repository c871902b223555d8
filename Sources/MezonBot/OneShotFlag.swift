import Synchronization

/// True once.
final class OneShotFlag: Sendable {
    private let isOver = Atomic(false)

    var isNow: Bool { !isOver.exchange(true, ordering: .relaxed) }
}
