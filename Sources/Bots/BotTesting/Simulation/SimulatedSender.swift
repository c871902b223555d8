import ChatModel
import Delivery
import Foundation
import MezonProtocol
import Storage
import Synchronization

/// A sender that holds each message until the simulation releases it, so that one leaves at a time, in the order of the seed.
final class SimulatedSender: Sender {
    /// The fate of a held message.
    enum SendOutcome {
        case send
        case fail(SendFault)
        /// It is sent, and the process hears no more of it.
        case sendUnheard
    }

    private struct State {
        var waiting: [ChannelID: CheckedContinuation<SendOutcome, any Error>] = [:]
        var performed = 0
        /// Called when another message is held, and when one has been sent unheard.
        var note: @Sendable () -> Void = {}
    }

    private let base: TestClanSender
    private let state = Mutex(State())

    init(_ base: TestClanSender) { self.base = base }

    var splitter: MessageSplitter? { base.splitter }
    var showsAuthorProfiles: Bool { base.showsAuthorProfiles }
    var repetition: ResendMode { base.repetition }

    /// The channels whose next message is held, in order.
    var held: [ChannelID] { state.withLock { $0.waiting.keys.sorted() } }

    func onHold(_ note: @escaping @Sendable () -> Void) { state.withLock { $0.note = note } }

    /// Releases the held message of a channel.
    func release(_ channel: ChannelID, _ outcome: SendOutcome) {
        state.withLock { $0.waiting.removeValue(forKey: channel) }?.resume(returning: outcome)
    }

    func waitUntilConnected(to channel: ChannelID) async throws { try Task.checkCancellation() }

    func conversation(with user: UserID) async throws -> Channel { try await base.conversation(with: user) }

    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        try await base.thread(name, in: channel, creating: opening)
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        try await base.history(of: channel, before: cursor)
    }

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        switch try await waitForRelease(in: outboundRequest.channel.id) {
        case .send: return try await base.send(outboundRequest)
        case .fail(let fault):
            base.fail(1, with: fault)
            return try await base.send(outboundRequest)
        case .sendUnheard:
            _ = try? await base.send(outboundRequest)
            _ = try await waitForRelease(in: outboundRequest.channel.id)  // Until the process is killed.
            throw CancellationError()
        }
    }

    private func waitForRelease(in channel: ChannelID) async throws -> SendOutcome {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let note = state.withLock { state -> (@Sendable () -> Void)? in
                    guard !Task.isCancelled else { return nil }
                    state.waiting[channel] = continuation
                    return state.note
                }
                if let note { note() } else { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: channel) }?.resume(throwing: CancellationError())
        }
    }
}
