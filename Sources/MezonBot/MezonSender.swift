import MezonModel
import MezonSocket
import MezonWire
import Persistence
import SendPipeline
import SwiftProtobuf

/// Sends over the socket, and reads history over HTTP.
struct MezonSender: Sender {
    let socket: MezonConnection
    let store: Store
    let history: ChannelHistory
    let gate: AsyncGate
    let uploader: AttachmentUploader

    let splitter: MessageSplitter? = MessageSplitter()
    let showsFaces = false
    let repetition = ResendMode.verified

    func waitUntilConnected(to channel: ChannelID) async throws { try await gate.pass() }

    func send(_ parcel: OutboundRequest) async throws -> SendResult {
        let outgoing = try await uploader.carried(parcel.outgoing)
        do {
            return SendResult(try await socket.send(outgoing, in: parcel.channel))
        } catch let error as SocketError {
            throw SendError(error)
        }
    }

    /// Asked of the server once: whoever is written to again is found in the directory.
    func conversation(with user: UserID) async throws -> Channel {
        if let known = store.conversation(with: user) { return known }
        let request = ApiCreateChannelDescRequest.with {
            $0.type = ChannelKind.direct.rawValue
            $0.channelPrivate = 1
            $0.userIds = [user.rawValue]
        }
        do {
            let wire = try await socket.call(.createChannelDesc, request, as: ApiChannelDescription.self)
            var channel = Channel(wire: wire)
            guard !channel.id.isNone else { throw SendError.unavailable("the server named no conversation", retryAfter: nil) }
            channel.kind = .direct
            channel.partner = user
            channel.isPrivate = true
            try await socket.join(channel)
            // What was said there before us is not ours to recover.
            if channel.lastMessage.isNone { channel.lastMessage = MessageID(channel.id.rawValue) }
            try await store.remember(clans: [], channels: [channel])
            return channel
        } catch let error as SocketError {
            let error = SendError(error)
            // The server finds the conversation that an unanswered call has made: nothing was said yet.
            if case .ambiguous(let reason) = error { throw SendError.unavailable(reason, retryAfter: nil) }
            throw error
        }
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [MezonModel.Message] {
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
        case .notAcknowledged, .connectionLost, .unexpectedReply, .loginRefused, .badAddress, .unreachable, .untrusted,
            .upgradeRefused:
            self = .ambiguous("\(error)")
        }
    }
}
