import BotConfiguration
import ChatModel
import Foundation
import ModelContextServer
import Synchronization

/// The conversations with assistant programs. They exist only in memory: a client begins a new one after a restart.
final class AssistantSessions: Sendable {
    static let maxPerAssistant = 8
    static let lifetime: TimeInterval = 3600  // Without a request.

    private struct Session {
        let id: SecretToken
        let assistant: String
        let server: ContextServer
        var usedAt: Date
    }

    private struct State {
        var sessions: [Session] = []
        var isFinished = false
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    init(time: any TimeSource) { self.time = time }

    /// Stores a conversation. The one that its assistant has not used for longest ends if there are too many.
    ///
    /// - Returns: The id of the conversation; nil during the shutdown.
    func add(_ server: ContextServer, of assistant: AssistantSettings) async -> SecretToken? {
        var generator = SystemRandomNumberGenerator()
        let session = Session(id: SecretToken(using: &generator), assistant: assistant.name, server: server, usedAt: time.now)
        let ended: [Session]? = state.withLock { state in
            guard !state.isFinished else { return nil }
            var ended = Self.takeExpired(&state, session.usedAt)
            let mine = state.sessions.filter { $0.assistant == assistant.name }
            if mine.count >= Self.maxPerAssistant, let oldest = mine.min(by: { $0.usedAt < $1.usedAt }) {
                state.sessions.removeAll { $0.id == oldest.id }
                ended.append(oldest)
            }
            state.sessions.append(session)
            return ended
        }
        guard let ended else { return nil }
        for session in ended { await session.server.endCommands() }
        return session.id
    }

    /// The conversation with an id; nil if there is none, it has ended, or it belongs to another assistant.
    func server(_ id: String, of assistant: AssistantSettings) async -> ContextServer? {
        let now = time.now
        let (found, ended) = state.withLock { state in
            let ended = Self.takeExpired(&state, now)
            var found: ContextServer?
            for index in state.sessions.indices
            where state.sessions[index].id.matches(id) && state.sessions[index].assistant == assistant.name {
                state.sessions[index].usedAt = now
                found = state.sessions[index].server
            }
            return (found, ended)
        }
        for session in ended { await session.server.endCommands() }
        return found
    }

    /// Ends a conversation and its commands.
    ///
    /// - Returns: A Boolean value that indicates whether there was one.
    func end(_ id: String, of assistant: AssistantSettings) async -> Bool {
        let ended = state.withLock { state -> [Session] in
            let ended = state.sessions.filter { $0.id.matches(id) && $0.assistant == assistant.name }
            state.sessions.removeAll { $0.id.matches(id) && $0.assistant == assistant.name }
            return ended
        }
        for session in ended { await session.server.endCommands() }
        return !ended.isEmpty
    }

    /// Ends all conversations. No other begins.
    func finish() async {
        let ended = state.withLock { state in
            state.isFinished = true
            defer { state.sessions = [] }
            return state.sessions
        }
        for session in ended { await session.server.endCommands() }
    }

    private static func takeExpired(_ state: inout State, _ now: Date) -> [Session] {
        let expired = state.sessions.filter { $0.usedAt.addingTimeInterval(lifetime) <= now }
        state.sessions.removeAll { $0.usedAt.addingTimeInterval(lifetime) <= now }
        return expired
    }
}
