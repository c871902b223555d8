import MezonModel
import MezonSocket
import SendPipeline

/// Sends over the socket, and reads history over HTTP.
struct SocketSender: Sender {
    let socket: SocketClient
    let history: ChannelHistory
    let gate: Gate

    func waitUntilConnected() async throws { try await gate.pass() }

    func send(_ outgoing: Outgoing, in channel: Channel) async throws -> MessageID {
        do {
            return try await socket.send(outgoing, in: channel)
        } catch let error as SocketError {
            throw SendError(error)
        }
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        try await history.page(of: channel, before: cursor)
    }
}

extension SendError {
    private static let resourceExhausted = 8  // gRPC codes (protocol page §2.4).
    /// Aborted, internal, unavailable: the server may have carried it out before it failed.
    private static let uncertain: Set<Int> = [10, 13, 14]

    fileprivate init(_ error: SocketError) {
        switch error {
        case .notConnected: self = .notConnected
        case .tooManyRequests: self = .unavailable("\(error)", retryAfter: nil)
        case .refused(Self.resourceExhausted, let message): self = .unavailable(message, retryAfter: nil)
        case .refused(let code, let message):
            self = Self.uncertain.contains(code) ? .ambiguous("\(error)") : .refused(code: code, message)
        case .notAcknowledged, .connectionLost, .unexpectedReply, .loginRefused, .badAddress, .unreachable, .upgradeRefused:
            self = .ambiguous("\(error)")
        }
    }
}
