package import ChatModel
package import Logging
import MezonProtocol
package import Transport

/// Adapts the session to the socket, so that the two do not depend on each other.
extension SessionClient {
    /// - Throws: `SocketError.loginRefused` if a retry is pointless; any other error is retried.
    func socketTarget(afterRefusing token: Secret?) async throws -> ConnectionTarget {
        do {
            let session =
                if let token { try await sessions.session(replacing: token) } else { try await sessions.session() }
            return ConnectionTarget(url: session.socketURL, token: session.token, userID: session.userID)
        } catch let error as SessionError where error.isFinal {
            throw SocketError.loginRefused("\(error)")
        } catch SessionError.unreachable(let reason) {
            throw SocketError.unreachable(reason)
        }
    }

    /// - Throws: `SocketError.refused` for a refusal of the call rather than the connection.
    func socketCall(_ rpc: RPC, _ body: [UInt8]) async throws -> [UInt8] {
        do {
            return try await call(rpc, body)
        } catch SessionError.callRefused(_, let status, let code, let message) {
            throw SocketError.refused(code: code == 0 ? status : code, message: message)
        }
    }
}

extension MezonConnection {
    /// Creates a connection that logs in and calls procedures through a session client.
    package convenience init(
        client: SessionClient, tls: TLSPolicy = .standard, time: any TimeSource, logger: Logger,
        timing: ConnectionTiming = ConnectionTiming(), activities: Set<MemberActivity.Kind> = [],
        mayAct: @escaping @Sendable () -> Bool = { true }
    ) {
        self.init(
            target: client.socketTarget(afterRefusing:), rpc: client.socketCall, tls: tls, time: time, logger: logger,
            timing: timing, activities: activities, mayAct: mayAct)
    }
}
