package import Foundation

/// The state of the connection for status displays.
package enum ConnectionState: Hashable, Sendable {
    /// The connection has not been started.
    case initial
    /// The first attempt to connect is in progress.
    case loading(since: Date)
    case connected(since: Date)
    /// A reconnect is in progress, after a loss or a failed first attempt.
    case connecting(attempt: Int, since: Date)

    /// Returns the state after an attempt to connect has begun; `since` stays the same over several attempts.
    func connecting(attempt: Int, at now: Date) -> ConnectionState {
        switch self {
        case .initial: .loading(since: now)
        case .loading(let since): .connecting(attempt: attempt, since: since)
        case .connecting(_, let since): .connecting(attempt: attempt, since: since)
        case .connected: .connecting(attempt: attempt, since: now)
        }
    }
}
