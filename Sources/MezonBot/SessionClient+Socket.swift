import MezonModel
import MezonSession
import MezonSocket
import MezonWire

/// What the socket needs of the session, in the socket's words: the two do not know each other.
extension SessionClient {
    /// - Throws: `SocketError.loginRefused` where trying again makes no sense; any other error is tried again.
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

    /// - Throws: `SocketError.refused` for a refusal that concerns the call and not the connection.
    func socketCall(_ rpc: RPC, _ body: [UInt8]) async throws -> [UInt8] {
        do {
            return try await call(rpc, body)
        } catch SessionError.callRefused(_, let status, let code, let message) {
            throw SocketError.refused(code: code == 0 ? status : code, message: message)
        }
    }
}
