import Synchronization

/// A flag that is true for its first reader only.
package final class OneShotFlag: Sendable {
    private let isOver = Atomic(false)

    package init() {}

    package var claim: Bool { !isOver.exchange(true, ordering: .relaxed) }
}
