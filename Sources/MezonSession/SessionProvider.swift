package import MezonModel
package import MezonWire

/// Holds the one session, logs in when there is none that will do, and lets concurrent callers share one login.
package actor SessionProvider {
    private enum State {
        case none
        case holding(Session, quietUntil: Duration)
        /// A refused login is final: it is not repeated, every caller is told the same.
        case refused(SessionError)
    }

    // A session this young is replaced on a caller's word only so often in such a time: a gateway that refuses everything would else
    // be asked without pause.
    static let youth: Duration = .seconds(30)
    static let earlyReplacements = 2

    private let login: @Sendable () async throws -> Session
    private let time: any TimeSource
    private var state = State.none
    private var running: Task<Session, any Error>?
    /// When sessions were replaced that were still young.
    private var replacedEarly: [Duration] = []

    init(time: any TimeSource, login: @escaping @Sendable () async throws -> Session) {
        self.time = time
        self.login = login
    }

    /// A session that will do for now; logs in where there is none, or where four fifths of its life are over.
    /// - Throws: `SessionError`.
    package func session() async throws -> Session {
        switch state {
        case .none: return try await loggedIn()
        case .refused(let error): throw error
        case .holding(let session, let quietUntil):
            let uptime = time.uptime
            if uptime < session.life.renewal || uptime < quietUntil { return session }
            return try await renewed(session)
        }
    }

    /// A session other than the one whose token was refused.
    package func session(replacing token: Secret) async throws -> Session {
        guard case .holding(let session, _) = state, session.token == token else { return try await self.session() }
        let uptime = time.uptime
        if uptime < session.receivedAt + Self.youth, running == nil {
            replacedEarly.removeAll { uptime - $0 >= Self.youth }
            guard replacedEarly.count < Self.earlyReplacements else { return session }
            replacedEarly.append(uptime)
        }
        return try await loggedIn()
    }

    /// Takes over what the server pushed as `refresh_session_event`. Without a session to replace it means nothing.
    package func take(_ push: ApiSession) throws {
        guard case .holding(let session, _) = state else { return }
        state = .holding(try session.replaced(by: push, receivedAt: time.uptime, now: time.now), quietUntil: .zero)
    }

    /// A login before the end that fails for a passing reason leaves the old session in use until its end.
    private func renewed(_ session: Session) async throws -> Session {
        do {
            return try await loggedIn()
        } catch let error as SessionError where !error.isFinal && time.uptime < session.life.end {
            state = .holding(session, quietUntil: time.uptime + Self.youth)
            return session
        }
    }

    private func loggedIn() async throws -> Session {
        if let running { return try await running.value }
        // The login belongs to all who wait for it: it must outlive the one caller who happened to start it.
        let task = Task { try await login() }
        running = task
        defer { running = nil }
        do {
            let session = try await task.value
            state = .holding(session, quietUntil: .zero)
            return session
        } catch let error as SessionError where error.isFinal {
            state = .refused(error)
            throw error
        }
    }
}
