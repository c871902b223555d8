package import ChatModel
import Crypto
package import Foundation

/// Performs the actions of an account that other servers than the gateway carry out.
///
/// An order of tokens has an id of the application's, which the chain keeps with it. Before each attempt the account's next number on the
/// chain is read, and then its latest transfers: an attempt that was executed is among them, and one that is still on its way has the
/// same number, of which the chain accepts only one.
package actor AccountClient {
    private static let pageSize = 100
    private static let maxPages = 20
    /// The time for which an earlier attempt of an order is searched for.
    private static let memory: TimeInterval = 3 * 86_400

    private let client: SessionClient
    private let limits: TokenLimits?
    private let timeZone: TimeZone
    private let time: any TimeSource
    private var key: ChainKey?
    private var requests: Int64 = 0

    /// - Parameters:
    ///   - limits: The limits of tokens; nil if none may be sent.
    ///   - timeZone: The zone in which a day begins.
    package init(client: SessionClient, limits: TokenLimits?, timeZone: TimeZone, time: any TimeSource) {
        self.client = client
        self.limits = limits
        self.timeZone = timeZone
        self.time = time
    }

    /// Performs an action.
    ///
    /// - Parameter id: The application's id of the request, the same for each attempt.
    /// - Throws: `AccountError`; `CancellationError`.
    package func perform(_ action: AccountAction, id: String) async throws {
        do {
            switch action {
            case .sendTokens(let tokens, let user, let note): try await send(tokens, to: user, note: note, id: id)
            case .giveCoffee(let coffee):
                try await send(CoffeeOrder.price, to: coffee.author, note: CoffeeOrder.note, for: coffee, id: id)
            case .createGroup, .closeConversation: throw AccountError.refused("the gateway carries it out")
            case .playMedia(let playback): try await play(playback)
            }
        } catch let error as SessionError {
            throw AccountError.unavailable("\(error)")
        }
    }

    // MARK: Tokens

    private func send(
        _ tokens: Int, to user: UserID, note: String, for coffee: CoffeeOrder? = nil, id: String
    ) async throws {
        guard let limits else {
            throw AccountError.refused("the configuration allows no tokens; set bot.tokens.per_day and restart the bot")
        }
        guard tokens <= limits.perOrder else {
            throw AccountError.refused("\(tokens) tokens at once; bot.tokens.per_order allows \(limits.perOrder)")
        }
        let session = try await client.sessions.session()
        guard user != session.userID else { throw AccountError.refused("the account cannot send tokens to itself") }
        let address = ChainOrder.address(of: session.userID)
        let last = try await nonce(of: address, session)
        let recent = try await transfers(from: address, until: last, session)
        if recent.contains(where: { $0.key == id }) { return }
        let midnight = Self.midnight(before: time.now, in: timeZone)
        let sent = recent.filter { $0.at >= midnight }.reduce(0) { $0.addingReportingOverflow($1.tokens).partialValue }
        guard tokens <= limits.perDay - sent else {
            // Read by the moderators of one clan: it does not tell what was sent in others.
            throw AccountError.refused("\(tokens) tokens more would exceed bot.tokens.per_day")
        }
        let order = ChainOrder(
            sender: session.userID, receiver: user, tokens: tokens, note: note, coffee: coffee, key: id, nonce: last + 1,
            at: time.now)
        try await add(order, signedWith: try await key(for: session), session)
    }

    /// The number of the account's last transfer, including any that waits for its execution.
    private func nonce(of address: String, _ session: Session) async throws -> Int64 {
        let answer = try await call(
            "account.getcurrentnonce", .object(["address": .string(address), "tag": .string("pending")]), session)
        guard let nonce = answer.object?["nonce"]?.integer, nonce >= 0, nonce < .max else {
            throw AccountError.unavailable("the token chain gave no nonce")
        }
        return nonce
    }

    /// The transfers of the last days, the newest first.
    ///
    /// - Parameter nonce: The number of the last one.
    /// - Throws: `AccountError.unavailable` as long as the index does not list it.
    private func transfers(from address: String, until nonce: Int64, _ session: Session) async throws -> [ChainTransfer] {
        guard nonce > 0 else { return [] }
        let oldest = time.now.addingTimeInterval(-Self.memory)
        var found: [ChainTransfer] = []
        for page in 0..<Self.maxPages {
            let url =
                AccountServers(api: session.api).index
                + "/transactions?page=\(page)&limit=\(Self.pageSize)&sort_by=transaction_timestamp&sort_order=desc&filter_from_address=\(address)"
            let answer = try await answer(
                to: SessionHTTPRequest(url: url, headers: [:], body: [], method: "GET"), "the chain's index")
            guard let values = answer.object?["data"]?.array else {
                throw AccountError.unavailable("the chain's index gave no list")
            }
            found += values.compactMap(ChainTransfer.init)
            guard found.contains(where: { $0.nonce >= nonce }) else {
                throw AccountError.unavailable("the chain's index does not list the account's last transfer yet")
            }
            if values.count < Self.pageSize || found.last.map({ $0.at < oldest }) ?? true { return found }
        }
        throw AccountError.refused("more than \(Self.pageSize * Self.maxPages) transfers in three days, which cannot be searched")
    }

    private func add(_ order: ChainOrder, signedWith key: ChainKey, _ session: Session) async throws {
        let parameters: JSONValue
        do {
            parameters = try order.signed(with: key)
        } catch {
            throw AccountError.refused("the order cannot be signed: \(error)")
        }
        let answer = try await call("tx.addtx", parameters, session, isDone: true).object ?? [:]
        guard answer["ok"] != .bool(true) else { return }
        let reason = answer["error"]?.string ?? ""
        if reason.contains("nonce") { throw AccountError.unavailable("another transfer was faster (\(reason))") }
        if reason.contains("signature") || reason.contains("proof") {
            self.key = nil
            throw AccountError.unavailable("the token chain does not accept the proof (\(reason))")
        }
        throw AccountError.refused(reason.isEmpty ? "the token chain gave no reason" : reason)
    }

    private func key(for session: Session) async throws -> ChainKey {
        if let key { return key }
        let pair = Curve25519.Signing.PrivateKey()
        let body = JSONValue.object([
            "user_id": .integer(session.userID.rawValue), "ephemeral_pk": .string(ChainKey.address(of: pair)),
            "jwt": .string(session.identityToken.reveal()), "address": .string(ChainOrder.address(of: session.userID)),
            "client_type": .string("mezon"),
        ])
        let answer = try await answer(to: try Self.post(body, to: AccountServers(api: session.api).prover), "the prover")
        guard let data = answer.object?["data"]?.object, let proof = data["proof"]?.string,
            let input = data["public_input"]?.string
        else { throw AccountError.unavailable("the prover gave no proof") }
        let key = ChainKey(pair: pair, proof: proof, publicInput: input)
        self.key = key
        return key
    }

    /// - Parameter isDone: Pass true for a call that may have had its effect although its answer is lost.
    private func call(_ method: String, _ parameters: JSONValue, _ session: Session, isDone: Bool = false) async throws
        -> JSONValue
    {
        requests += 1
        let body = JSONValue.object([
            "jsonrpc": .string("2.0"), "method": .string(method), "params": parameters, "id": .integer(requests),
        ])
        let answer = try await answer(
            to: try Self.post(body, to: AccountServers(api: session.api).chain), "the token chain", isDone: isDone)
        if let error = answer.object?["error"]?.object {
            throw AccountError.unavailable("the token chain: \((error["message"]?.string ?? "an error").prefix(200))")
        }
        return answer.object?["result"] ?? .null
    }

    // MARK: Voice rooms

    private func play(_ playback: MediaPlayback) async throws {
        var session = try await client.sessions.session()
        for isLast in [false, true] {
            let body = JSONValue.object([
                "room_name": .string(playback.room), "participant_identity": .string("\(session.userID)"),
                "participant_name": .string(playback.participant), "url": .string(playback.url), "name": .string(playback.title),
            ])
            var request = try Self.post(body, to: AccountServers(api: session.api).media)
            request.headers["Authorization"] = "Bearer \(session.token.reveal())"
            let status = try await response(to: request, isDone: true).status
            if (200..<300).contains(status) { return }
            if status == 401, !isLast {
                session = try await client.sessions.session(replacing: session.token)
                continue
            }
            throw status >= 500
                ? AccountError.ambiguous("the voice server failed with \(status)")
                : AccountError.refused("the voice server refused it with \(status)")
        }
    }

    // MARK: Requests

    private static func post(_ body: JSONValue, to url: String) throws -> SessionHTTPRequest {
        guard let bytes = try? JSONEncoder().encode(body) else { throw AccountError.refused("the request cannot be encoded") }
        return SessionHTTPRequest(url: url, headers: ["Content-Type": "application/json"], body: Array(bytes))
    }

    private func answer(to request: SessionHTTPRequest, _ server: String, isDone: Bool = false) async throws -> JSONValue {
        let response = try await response(to: request, isDone: isDone)
        guard response.isSuccess else {
            if isDone, response.status >= 500 { throw AccountError.ambiguous("\(server) failed with \(response.status)") }
            throw AccountError.unavailable("\(server) answered with \(response.status)")
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(response.body)) else {
            throw isDone ? AccountError.ambiguous("\(server) gave no JSON") : AccountError.unavailable("\(server) gave no JSON")
        }
        return value
    }

    /// The servers have other certificates than a pinned gateway.
    private func response(to request: SessionHTTPRequest, isDone: Bool) async throws -> SessionHTTPResponse {
        do {
            return try await client.uploader.response(to: request)
        } catch let error as SessionError where isDone {
            throw AccountError.ambiguous("\(error)")
        }
    }

    private static func midnight(before date: Date, in timeZone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.startOfDay(for: date)
    }
}
