import Synchronization

/// A flag that can be set once.
package final class OneShotFlag: Sendable {
    private let isSet = Atomic(false)

    package init() {}

    /// Sets the flag. Returns true for the first caller only.
    package func trySet() -> Bool { !isSet.exchange(true, ordering: .relaxed) }
}
