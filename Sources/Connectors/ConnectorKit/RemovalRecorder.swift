import ChatModel
import Delivery
import MezonProtocol
import Storage

/// A sender that journals the removal of another user's message also if the network refuses it, so that its copies elsewhere are deleted.
struct RemovalRecorder<Base: Sender>: Sender {
    let base: Base
    let store: Store
    let time: any TimeSource

    var splitter: MessageSplitter? { base.splitter }
    var showsAuthorProfiles: Bool { base.showsAuthorProfiles }
    var repetition: ResendMode { base.repetition }

    func waitUntilConnected(to channel: ChannelID) async throws { try await base.waitUntilConnected(to: channel) }
    func conversation(with user: UserID) async throws -> Channel { try await base.conversation(with: user) }

    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        try await base.thread(name, in: channel, creating: opening)
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        try await base.history(of: channel, before: cursor)
    }

    func send(_ request: OutboundRequest) async throws -> SendResult {
        do {
            return try await base.send(request)
        } catch let error as SendError {
            // A relayed removal follows one that is journaled already.
            if case .refused = error, request.relayed == nil, case .delete(let message, _) = request.outgoing.request {
                try await recordRemoval(of: message, in: request.channel.id)
            }
            throw error
        }
    }

    /// Comes before the refusal is settled: after a crash in between, the removal is refused and recorded again, once.
    private func recordRemoval(of message: MessageID, in channel: ChannelID) async throws {
        guard let entry = try await store.journal.lastEntry(about: message, in: channel), !entry.isOwn,
            case .envelope(let envelope) = try Frame(entry.frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt), entry.kind != "delete"
        else { return }
        let removal = Removal(message: message, clan: entry.clan, channel: channel, sender: event.actor, at: time.now)
        guard let frame = ExternalEventCodec.bytes(of: .delete(removal)) else { return }
        try await store.journal.append([NewEntry(event: .delete(removal), frame: frame, receivedAt: time.now)])
    }
}

extension RemovalRecorder: OrderedSender where Base: OrderedSender {
    var maxBatch: Int { base.maxBatch }

    func send(_ requests: [OutboundRequest]) async throws -> [Result<SendResult, SendError>] { try await base.send(requests) }
}
