package import Foundation

/// How the connection stands, as somebody who looks at the house sees it.
package enum ConnectionState: Hashable, Sendable {
    /// Not started.
    case initial
    /// Connecting for the first time.
    case loading(since: Date)
    case connected(since: Date)
    /// Connecting again after a loss, or after a first try that failed.
    case connecting(attempt: Int, since: Date)

    /// The state after a try to connect has begun; `since` stays while tries go on.
    func connecting(attempt: Int, at now: Date) -> ConnectionState {
        switch self {
        case .initial: .loading(since: now)
        case .loading(let since): .connecting(attempt: attempt, since: since)
        case .connecting(_, let since): .connecting(attempt: attempt, since: since)
        case .connected: .connecting(attempt: attempt, since: now)
        }
    }
}
