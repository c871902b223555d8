import AsyncHTTPClient
package import ChatModel
package import Logging
package import MezonProtocol
package import SwiftProtobuf
package import Transport

/// A client of the gateway for the session and remote procedures over HTTP.
///
/// It owns its HTTP connections; nothing may be called after `shutdown()`.
package struct SessionClient: Sendable {
    package let sessions: SessionProvider
    let http: BoundedHTTPClient
    /// The client for file uploads, which go to another host than the pinned one and are sent without the token.
    let uploader: BoundedHTTPClient
    private let logger: Logger

    /// - Parameters:
    ///   - tls: The TLS policy for the gateway.
    ///   - timeout: The time limit of a whole exchange; Mezon's own clients give up after seven seconds.
    package init(
        endpoint: GatewayEndpoint, credentials: Credentials, tls: TLSPolicy = .standard, time: any TimeSource, logger: Logger,
        timeout: Duration = .seconds(7)
    ) {
        let caller = BoundedHTTPClient(tls: tls, time: time, timeout: timeout)
        uploader = BoundedHTTPClient(tls: .standard, time: time, timeout: timeout)
        let login = LoginExchange(endpoint: endpoint, credentials: credentials)
        self.http = caller
        self.logger = logger
        sessions = SessionProvider(time: time) {
            logger.debug("Logging in", metadata: ["session.endpoint": "\(endpoint)"])
            let response = try await caller.response(to: try login.request())
            let session = try login.session(from: response, receivedAt: time.uptime, now: time.now)
            logger.info("Logged in", metadata: ["session.user": "\(session.userID)", "session.api": "\(session.api)"])
            return session
        }
    }

    package func shutdown() async throws {
        try await http.close()
        try await uploader.close()
    }

    /// Calls a remote procedure. A response without a body has all fields unset.
    ///
    /// - Throws: `SessionError`.
    package func call<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, as response: Response.Type = Response.self
    ) async throws -> Response {
        let bytes = try await call(rpc, request.wireBytes)
        guard let response = try? Response(received: bytes) else {
            throw SessionError.badResponse("the response to \(rpc.rawValue) cannot be decoded")
        }
        return response
    }

    /// Calls a remote procedure with encoded messages; retries once with a fresh session if the token is no longer accepted.
    package func call(_ rpc: RPC, _ request: [UInt8]) async throws -> [UInt8] {
        try await response(to: RemoteCall(name: rpc.rawValue, body: request))
    }

    /// Makes a call given by its name.
    ///
    /// - Throws: `SessionError`.
    package func call(_ call: ProcedureCall) async throws -> [UInt8] {
        try await response(to: RemoteCall(name: call.name, body: Array(call.body)))
    }

    private func response(to call: RemoteCall) async throws -> [UInt8] {
        let session = try await sessions.session()
        switch try await outcome(of: call, in: session) {
        case .success(let bytes): return bytes
        case .failure(let error): throw error
        case .unauthenticated(let error):
            let fresh = try await sessions.session(replacing: session.token)
            guard fresh.token != session.token else { throw error }
            logger.info("Retrying with a fresh session", metadata: ["session.call": "\(call.name)"])
            switch try await outcome(of: call, in: fresh) {
            case .success(let bytes): return bytes
            case .failure(let error), .unauthenticated(let error): throw error
            }
        }
    }

    private func outcome(of call: RemoteCall, in session: Session) async throws -> RemoteCall.Outcome {
        call.outcome(of: try await http.response(to: call.request(in: session)), in: session)
    }
}
