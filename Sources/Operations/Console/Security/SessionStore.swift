import ChatModel
import Foundation
import MezonBotApp
import Synchronization

/// The one-time addresses that can still be opened and the sessions of the browsers that have opened one.
///
/// Both exist only in memory, so that a restart ends them and no file contains them.
final class SessionStore: Sendable {
    static let addressLifetime: TimeInterval = 300
    static let sessionLifetime: TimeInterval = 12 * 3600
    static let maxAddresses = 8
    static let maxSessions = 32

    private struct State {
        var addresses: [(token: SecretToken, expiresAt: Date, scope: ClanScope)] = []
        var sessions: [ConsoleSession] = []
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    init(time: any TimeSource) { self.time = time }

    /// Creates a token that opens one session. The oldest one is forgotten if there are too many.
    ///
    /// - Parameter scope: The clans that the session sees.
    func newAddressToken(for scope: ClanScope = .everything) -> SecretToken {
        var generator = SystemRandomNumberGenerator()
        let token = SecretToken(using: &generator)
        let now = time.now
        state.withLock { state in
            state.addresses.removeAll { $0.expiresAt <= now }
            if state.addresses.count >= Self.maxAddresses { state.addresses.removeFirst() }
            state.addresses.append((token, now.addingTimeInterval(Self.addressLifetime), scope))
        }
        return token
    }

    /// Redeems a token and opens a session; nil if the token is unknown, used or expired. The oldest session ends if there are too
    /// many.
    func open(with token: String) -> ConsoleSession? {
        var generator = SystemRandomNumberGenerator()
        let now = time.now
        let (sessionToken, formToken) = (SecretToken(using: &generator), SecretToken(using: &generator))
        return state.withLock { state in
            state.addresses.removeAll { $0.expiresAt <= now }
            var found: Int?
            for (index, address) in state.addresses.enumerated() where address.token.matches(token) { found = index }
            guard let found else { return nil }
            let session = ConsoleSession(
                token: sessionToken, formToken: formToken, expiresAt: now.addingTimeInterval(Self.sessionLifetime),
                scope: state.addresses.remove(at: found).scope)
            state.sessions.removeAll { $0.expiresAt <= now }
            if state.sessions.count >= Self.maxSessions { state.sessions.removeFirst() }
            state.sessions.append(session)
            return session
        }
    }

    /// The session with a token; nil if there is none or it has expired.
    func session(_ token: String) -> ConsoleSession? {
        let now = time.now
        return state.withLock { state in
            state.sessions.removeAll { $0.expiresAt <= now }
            return state.sessions.reduce(nil) { $1.token.matches(token) ? $1 : $0 }
        }
    }

    func close(_ session: ConsoleSession) {
        state.withLock { state in state.sessions.removeAll { $0.token == session.token } }
    }
}
