package import ChatModel
package import MezonProtocol

/// Provides the current session, logs in if there is no usable one, and lets concurrent callers share one login.
package actor SessionProvider {
    private enum State {
        case none
        case holding(Session, retryAfter: Duration)
        /// The login was refused for good: it is not repeated, and every caller receives the same error.
        case refused(SessionError)
    }

    // Limits the replacements of a session younger than `youngSessionAge`, so that a gateway that refuses everything does not cause continuous
    // logins.
    static let youngSessionAge: Duration = .seconds(30)
    static let earlyReplacements = 2

    private let login: @Sendable () async throws -> Session
    private let time: any TimeSource
    private var state = State.none
    private var running: Task<Session, any Error>?
    /// The uptimes at which young sessions were replaced.
    private var replacedEarly: [Duration] = []

    init(time: any TimeSource, login: @escaping @Sendable () async throws -> Session) {
        self.time = time
        self.login = login
    }

    /// Returns a usable session; logs in if there is none, or if four fifths of its lifetime have passed.
    ///
    /// - Throws: `SessionError`.
    package func session() async throws -> Session {
        switch state {
        case .none: return try await loggedIn()
        case .refused(let error): throw error
        case .holding(let session, let retryAfter):
            let uptime = time.uptime
            if uptime < session.lifetime.renewal || uptime < retryAfter { return session }
            return try await renewed(session)
        }
    }

    /// Returns a session other than the one whose token was refused.
    package func session(replacing token: Secret) async throws -> Session {
        guard case .holding(let session, _) = state, session.token == token else { return try await self.session() }
        let uptime = time.uptime
        if uptime < session.receivedAt + Self.youngSessionAge, running == nil {
            replacedEarly.removeAll { uptime - $0 >= Self.youngSessionAge }
            guard replacedEarly.count < Self.earlyReplacements else { return session }
            replacedEarly.append(uptime)
        }
        return try await loggedIn()
    }

    /// Updates the session from a pushed `refresh_session_event`; ignored if there is no session.
    package func take(_ push: ApiSession) throws {
        guard case .holding(let session, _) = state else { return }
        state = .holding(try session.replaced(by: push, receivedAt: time.uptime, now: time.now), retryAfter: .zero)
    }

    /// Renews a session before its end. If the login fails temporarily, the old session is used until its end.
    private func renewed(_ session: Session) async throws -> Session {
        do {
            return try await loggedIn()
        } catch let error as SessionError where !error.isFinal && time.uptime < session.lifetime.end {
            state = .holding(session, retryAfter: time.uptime + Self.youngSessionAge)
            return session
        }
    }

    private func loggedIn() async throws -> Session {
        if let running { return try await running.value }
        // Several callers may wait for the login, so it must outlive the caller that started it.
        let task = Task { try await login() }
        running = task
        defer { running = nil }
        do {
            let session = try await task.value
            state = .holding(session, retryAfter: .zero)
            return session
        } catch let error as SessionError where error.isFinal {
            state = .refused(error)
            throw error
        }
    }
}
