import ChatModel
import Foundation
import Synchronization

/// The current problems of the running application.
final class HealthMonitor: Sendable {
    enum Part: String, Hashable, Sendable, Comparable, CaseIterable {
        case rules, control, console, bots, session, backup, damage

        static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
    }

    let startedAt: Date
    private let state = Mutex<[Part: [String]]>([:])
    private let suspended = Mutex<[String: String]>([:])

    init(startedAt: Date) { self.startedAt = startedAt }

    /// - Parameter lines: The reasons, for users.
    func degrade(_ part: Part, _ lines: [String]) { state.withLock { $0[part] = lines } }
    func clear(_ part: Part) { state.withLock { $0[part] = nil } }

    /// The suspended bots and the reasons.
    var suspendedBots: [String: String] { suspended.withLock { $0 } }

    func note(suspended bots: [String: String]) {
        suspended.withLock { $0 = bots }
        let lines = bots.sorted { $0.key < $1.key }.map { "bot '\($0.key)' is suspended: \($0.value)" }
        if lines.isEmpty { clear(.bots) } else { degrade(.bots, lines) }
    }

    /// The reasons for which a part is degraded; nil if it is not.
    func lines(_ part: Part) -> [String]? { state.withLock { $0[part] } }

    func isDegraded(_ part: Part) -> Bool { state.withLock { $0[part] != nil } }

    var reasons: [StatusReport.Reason] {
        state.withLock { state in
            state.sorted { $0.key < $1.key }.map { StatusReport.Reason(part: $0.key.rawValue, lines: $0.value) }
        }
    }
}
