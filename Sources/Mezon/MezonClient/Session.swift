package import ChatModel
import Foundation
import MezonProtocol

/// A session with the gateway: its token and its endpoints.
package struct Session: Hashable, Sendable {
    package var token: Secret
    package var userID: UserID
    /// The token by which the prover of the token chain recognizes the account; empty if the server gives none.
    var identityToken: Secret
    /// The base URL of remote procedures.
    package var api: GatewayEndpoint
    /// The WebSocket URL: `ws://` or `wss://`, host, port unless it is the default one, and path; no query.
    package var socketURL: String
    let lifetime: SessionLifetime
    let receivedAt: Duration

    /// Creates a session from the response to a login or from a pushed session.
    ///
    /// A response that would send the token over plain HTTP after a login over TLS is refused.
    ///
    /// - Parameter base: The endpoint of the login; used for endpoints that the response leaves empty.
    /// - Throws: `SessionError.badResponse`.
    init(_ wire: ApiSession, base: GatewayEndpoint, receivedAt: Duration, now: Date) throws {
        guard !wire.token.isEmpty else { throw SessionError.badResponse("the session has no token") }
        token = Secret(wire.token)
        identityToken = Secret(wire.idToken)
        let claims = TokenClaims(token)
        userID = wire.userID > 0 ? UserID(wire.userID) : claims?.user ?? 0
        guard !userID.isNone else { throw SessionError.badResponse("the session has no user") }
        guard let api = wire.apiURL.isEmpty ? base : GatewayEndpoint(wire.apiURL, isSecureByDefault: base.isSecure) else {
            throw SessionError.badResponse("its api_url is not a URL")
        }
        guard let socket = wire.wsURL.isEmpty ? api : GatewayEndpoint(wire.wsURL, isSecureByDefault: api.isSecure) else {
            throw SessionError.badResponse("its ws_url is not a URL")
        }
        guard !base.isSecure || (api.isSecure && socket.isSecure) else {
            throw SessionError.badResponse("it would send the token without encryption after a login over TLS")
        }
        guard base.isSecure || [api, socket].allSatisfy({ $0.isSecure || LoopbackHost.contains($0.host) }) else {
            throw SessionError.badResponse("it would send the token to another host without encryption")
        }
        self.api = api
        socketURL = socket.socketURL
        lifetime = SessionLifetime(claims, receivedAt: receivedAt, now: now)
        self.receivedAt = receivedAt
    }

    /// Returns the session with the values of a pushed one; fields that the push leaves empty keep their value.
    func replaced(by push: ApiSession, receivedAt: Duration, now: Date) throws -> Session {
        var wire = push
        if wire.token.isEmpty { wire.token = token.reveal() }
        if wire.userID <= 0 { wire.userID = userID.rawValue }
        if wire.idToken.isEmpty { wire.idToken = identityToken.reveal() }
        if wire.apiURL.isEmpty { wire.apiURL = api.description }
        if wire.wsURL.isEmpty { wire.wsURL = socketURL }
        return try Session(wire, base: api, receivedAt: receivedAt, now: now)
    }
}
