import AsyncSupport
import BotConfiguration
import ChatModel
import ConnectorKit
import Logging
import MezonClient
import Storage
import Synchronization
import Transport

extension MatrixClient {
    // The delay after a refusal. It is long, because frequent attempts at a server that refuses the bot would look like abuse.
    static let refusalPause: Duration = .seconds(60)
    // A connection that lasts this long counts as successful: the backoff starts afresh after it is lost.
    private static let stableAfter: Duration = .seconds(30)

    /// Logs in, joins the rooms, listens, and starts again after every loss, until cancelled. Call it once.
    ///
    /// - Throws: `CancellationError`; the errors of the store.
    func run() async throws {
        let http = MatrixHTTPClient(
            settings.server, tls: TLSPolicy(fingerprints: settings.fingerprints), time: context.time)
        let result: Result<Void, any Error>
        do {
            result = .success(try await stayConnected(http))
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.phase = .ended
            state.api = nil
        }
        try await http.close()
        try result.get()
    }

    private func stayConnected(_ http: MatrixHTTPClient) async throws {
        var random = random
        var backoff = Backoff()
        var attempt = 0
        var failure: String?
        while true {
            attempt += 1
            state.withLock { $0.phase = .connecting(attempt: attempt, failure: failure) }
            logger.info("Connecting", metadata: ["matrix.server": "\(settings.server.host)", "matrix.attempt": "\(attempt)"])
            let error: MatrixError
            do {
                try await listen(with: http)
            } catch let problem as MatrixError {
                error = problem
            }
            try Task.checkCancellation()
            let now = context.time.uptime
            if case .connected(_, let since) = state.withLock({ $0.phase }), now - since >= Self.stableAfter {
                (backoff, attempt) = (Backoff(), 0)
            }
            let pause: Duration
            switch error {
            case .refused:
                logger.error("Connection rejected", metadata: ["matrix.reason": "\(error)"])
                if error.isUnknownToken { state.withLock { $0.api = nil } }
                pause = Self.refusalPause
            case .unavailable(_, let retryAfter?):
                logger.warning("Server unavailable", metadata: ["matrix.reason": "\(error)"])
                pause = max(retryAfter, backoff.next(using: &random))
            case .unavailable, .unreachable, .malformedResponse, .tooLarge:
                logger.warning("Connection lost", metadata: ["matrix.reason": "\(error)"])
                pause = backoff.next(using: &random)
            }
            failure = "\(error)"
            state.withLock { $0.phase = .waiting("\(error)") }
            logger.info("Reconnect scheduled", metadata: ["matrix.delay": "\(pause)"])
            try await context.time.sleep(for: pause)
        }
    }

    /// Returns the API and the bot's account; logs in if there is no token.
    func logIn(with http: MatrixHTTPClient) async throws -> (MatrixAPI, MatrixAPI.Account) {
        var api = MatrixAPI(http: http, token: state.withLock { $0.api?.token })
        switch settings.login {
        case .token(let token): api.token = token
        case .password(let user, let password):
            guard api.token == nil else { break }
            let key = "device of \(user) at \(settings.server)"
            let device = try await context.store.connectors.value(key, of: connectionName)
            let (account, token) = try await api.logIn(user, password, device: device)
            if let given = account.device, given != device, given.utf8.count <= MatrixSync.maxTokenBytes {
                try await context.store.connectors.append(
                    [], reactions: [], storing: [ConnectorStateEntry(given, under: key, of: connectionName)])
            }
            api.token = token
            logger.info("Logged in", metadata: ["matrix.user": "\(account.userID.terminalSafe)"])
            return (api, account)
        }
        return (api, try await api.whoAmI())
    }

    /// Joins the rooms that are due, as far as the server permits.
    ///
    /// - Parameter joined: The rooms that the bot is known to be in already.
    func joinRooms(with api: MatrixAPI, joined: Set<String> = []) async throws {
        for room in state.withLock({ $0.rooms.due(at: context.time.uptime) }) {
            do {
                try await join(room, with: api, joined: joined)
            } catch let error as MatrixError {
                if error.isUnknownToken { throw error }
                var pause = Self.refusalPause
                if case .unavailable(_, let retryAfter?) = error { pause = max(retryAfter, .seconds(1)) }
                let retryAt = context.time.uptime + pause
                change(room.channel) {
                    $0.retryAt = retryAt
                    // The reason for a removal says more than the refusal to join again.
                    if case .left = $0.status { return }
                    $0.status = .refused("\(error)")
                }
                logger.warning("Join failed", metadata: ["matrix.room": "\(room.name)", "matrix.reason": "\(error)"])
                // It is unknown whether this server or the room's server is slow; the next sync shows it. The other rooms do not wait for
                // this one.
                if case .unreachable = error { return }
            }
        }
    }

    private func join(_ room: MatrixRooms.Room, with api: MatrixAPI, joined: Set<String>) async throws {
        var id = room.id
        if id == nil {
            let resolved = try await api.room(room.name)
            id = resolved
            guard state.withLock({ $0.rooms.setID(room.channel, as: resolved) }) else {
                let retryAt = context.time.uptime + Self.refusalPause
                return change(room.channel) { $0.retryAt = retryAt }
            }
        }
        guard let id else { return }
        // Joins by alias, which tells the server which other servers know the room.
        if !joined.contains(id) {
            _ = try await api.join(room.name)
            change(room.channel) { $0.isNew = true }
        }
        let status: MatrixRooms.Status = try await api.isEncrypted(id) ? .encrypted : .joined
        change(room.channel) { room in
            room.status = status
            room.sendRefusal = nil
        }
        logger.info("Joined", metadata: ["matrix.room": "\(room.name)", "matrix.encrypted": "\(status == .encrypted)"])
        resumeWaiters()
    }
}
