import Synchronization

/// The results of actions, until the next page of the same session shows them.
final class PendingNotices: Sendable {
    private static let maxNotices = SessionStore.maxSessions

    private let notices = Mutex<[(session: SecretToken, notice: PageRenderer.Notice)]>([])

    func put(_ notice: PageRenderer.Notice, for session: ConsoleSession) {
        notices.withLock { notices in
            notices.removeAll { $0.session == session.token }
            if notices.count >= Self.maxNotices { notices.removeFirst() }
            notices.append((session.token, notice))
        }
    }

    /// Removes and returns the notice of a session; nil if there is none.
    func take(for session: ConsoleSession) -> PageRenderer.Notice? {
        notices.withLock { notices in
            guard let index = notices.firstIndex(where: { $0.session == session.token }) else { return nil }
            return notices.remove(at: index).notice
        }
    }
}
