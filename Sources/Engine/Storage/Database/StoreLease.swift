import AsyncSupport
package import Foundation

/// The right of this process to run the bot of a store. Others may wait for it.
package protocol StoreLease: Sendable {
    /// A Boolean value that indicates whether the process may act outside: no other one can have taken over.
    var isCurrent: Bool { get }

    /// The clock of the previous process, as it goes on since its last renewal; nil if that is unknown, or there was none.
    var predecessorTime: Date? { get }

    /// The time by which the machine's clock is ahead of that of the store's server, or negative behind it; nil if they agree.
    var clockDifference: Duration? { get }

    /// The reason for which the process has to stop running the bot; nil while it may go on.
    var ending: LeaseEnding? { get }

    /// Waits until the process has to stop running the bot.
    ///
    /// - Throws: `CancellationError`.
    func waitForEnding() async throws -> LeaseEnding

    /// Waits until another process may soon act outside, because `isCurrent` has been false for a while or the lease is lost.
    ///
    /// - Throws: `CancellationError`.
    func waitForLapse() async throws

    /// Waits while `isCurrent` is false.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilCurrent() async throws
}

/// The reason for which a process stops running the bot of a store.
package enum LeaseEnding: Error, Hashable, Sendable, CustomStringConvertible {
    /// An operator moves the bot to another process. What has begun may be finished.
    case requested(String)
    /// Another process runs the bot, or the store is not what this process remembers. Nothing can be written any more.
    case lost(String)

    package var description: String {
        switch self {
        case .requested(let reason), .lost(let reason): reason
        }
    }
}

/// The lease of a store in a file, whose directory is locked while the process runs.
struct PermanentLease: StoreLease {
    var isCurrent: Bool { true }
    var predecessorTime: Date? { nil }
    var clockDifference: Duration? { nil }
    var ending: LeaseEnding? { nil }

    func waitForEnding() async throws -> LeaseEnding { try await suspendUntilCancelled() }

    func waitForLapse() async throws { try await suspendUntilCancelled() }

    func waitUntilCurrent() async throws {}
}
