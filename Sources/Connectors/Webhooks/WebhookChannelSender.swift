import BotConfiguration
import ChatModel
import ConnectorKit
import Delivery
import Foundation
import Logging
import Storage
import Synchronization

/// Posts the messages of one channel to a target.
///
/// The receiver knows a message by the id of the call that delivered it, which is the delivery's idempotency key. It is the same for every attempt
/// and after a crash, so that a receiver of Standard Webhooks accepts the message once and can match later edits. The chat styles have no
/// ids.
final class WebhookChannelSender: Sender {
    /// A delivery in progress, encoded once: every attempt posts the same bytes, and parts that were accepted are not posted again.
    private struct PreparedDelivery {
        var idempotencyKey: String
        var bodies: [[UInt8]]
        var acceptedCount = 0
    }

    private struct State {
        var preparedDelivery: PreparedDelivery?
        var obstacle: String?
    }

    private let channel: ChannelID
    private let target: WebhookTarget
    private let sender: WebhookSender
    private let context: ConnectorContext
    private let state = Mutex(State())

    let splitter: MessageSplitter? = nil
    let showsAuthorProfiles = true
    let repetition: ResendMode

    init(_ channel: ChannelID, to target: WebhookTarget, by sender: WebhookSender, _ context: ConnectorContext) {
        self.channel = channel
        self.target = target
        self.sender = sender
        self.context = context
        repetition = target.style == .standard ? .idempotent : .unverified
    }

    /// The reason why the last attempt failed; nil if it succeeded.
    var obstacle: String? { state.withLock { $0.obstacle } }

    /// Returns at once, because each attempt opens its own connection.
    func waitUntilConnected(to channel: ChannelID) async throws {}

    func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "webhooks do not support direct messages")
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        throw SendError.refused(code: 421, "webhooks do not support history lookup")
    }

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        switch outboundRequest.outgoing.request {
        case .send(let draft, let reference, _):
            if let event = WebhookPayload(draft.content) { return try await post(event, as: outboundRequest.idempotencyKey) }
            var notification = notification(.created, of: outboundRequest.idempotencyKey, draft, in: outboundRequest)
            if let reference {
                notification.replyTo = try await context.store.externalIDs.name(of: reference.message, in: channel)
            }
            try await post(as: outboundRequest.idempotencyKey) { notification.bodies($0) }
            let message = try await context.naming.message(named: outboundRequest.idempotencyKey, in: channel)
            return SendResult(message, messages: [ExternalMessageID(message, externalID: outboundRequest.idempotencyKey)])
        case .edit(let message, let draft, _): return try await postChange(.updated, of: message, draft, in: outboundRequest)
        case .delete(let message, _): return try await postChange(.deleted, of: message, in: outboundRequest)
        case .react(let emoji, let message, _):
            return try await postChange(.reacted, of: message, emoji: emoji, in: outboundRequest)
        case .unreact(let emoji, let message, _):
            return try await postChange(.unreacted, of: message, emoji: emoji, in: outboundRequest)
        case .directMessage, .ephemeral, .pin, .thread, .clan, .member, .editReply, .withdraw, .relay, .web, .account, .call:
            throw SendError.refused(code: 421, "webhooks do not support '\(outboundRequest.outgoing.request.kind)'")
        }
    }

    /// Posts a rule's own JSON payload, which cannot be edited later.
    private func post(_ event: WebhookPayload, as idempotencyKey: String) async throws -> SendResult {
        guard target.style == .standard else {
            throw SendError.refused(code: 421, "a target of style \(target.style.rawValue) accepts messages, not events")
        }
        try await post(as: idempotencyKey) { _ in [event.bytes] }
        return SendResult(try await context.naming.message(named: idempotencyKey, in: channel))
    }

    /// Posts a change of a message. It is skipped if the receiver has no id for the message or the style cannot express the change.
    private func postChange(
        _ event: WebhookNotification.EventType, of message: MessageID, _ draft: Draft? = nil, emoji: String? = nil,
        in outboundRequest: OutboundRequest
    ) async throws -> SendResult {
        guard let name = try await context.store.externalIDs.name(of: message, in: channel) else { return SendResult(0) }
        var notification = notification(event, of: name, draft, in: outboundRequest)
        notification.emoji = emoji
        try await post(as: outboundRequest.idempotencyKey) { notification.bodies($0) }
        return SendResult(message)
    }

    private func notification(
        _ event: WebhookNotification.EventType, of message: String, _ draft: Draft?, in outboundRequest: OutboundRequest
    )
        -> WebhookNotification
    {
        let relayed = outboundRequest.relayed
        let source = relayed?.channel ?? channel
        var author = WebhookNotification.MessageSender(id: context.botUser, name: "")
        if let relayed, let face = relayed.face { author = .init(id: relayed.author, name: face.name, avatar: face.avatar) }
        var moment = context.time.now
        if event == .created, let relayed { moment = Snowflake.date(of: relayed.origin) }
        return WebhookNotification(
            event, at: moment, message: message, channel: source, clan: context.store.directory.channel(source)?.clan ?? 0,
            author: author,
            content: draft?.content ?? Content(""), attachments: draft?.attachments ?? [], headers: relayed?.headers ?? "")
    }

    private func post(as idempotencyKey: String, _ bodies: (WebhookTarget.Style) -> [[UInt8]]) async throws(SendError) {
        let delivery = state.withLock { state in
            if let delivery = state.preparedDelivery, delivery.idempotencyKey == idempotencyKey { return delivery }
            let delivery = PreparedDelivery(idempotencyKey: idempotencyKey, bodies: bodies(target.style))
            state.preparedDelivery = delivery
            return delivery
        }
        for (index, body) in delivery.bodies.enumerated().dropFirst(delivery.acceptedCount) {
            do {
                try await sender.post(body, id: index == 0 ? idempotencyKey : "\(idempotencyKey)_\(index)", to: target)
            } catch {
                record("\(error)")
                throw SendError(error)
            }
            state.withLock { $0.preparedDelivery?.acceptedCount = index + 1 }
            record(nil)
        }
        state.withLock { $0.preparedDelivery = nil }
    }

    /// Records the outcome of an attempt and logs when attempts begin to fail and when they succeed again.
    private func record(_ obstacle: String?) {
        let before = state.withLock { state in
            defer { state.obstacle = obstacle }
            return state.obstacle
        }
        guard (before == nil) != (obstacle == nil) else { return }
        let label = context.store.directory.channel(channel)?.label ?? "\(channel)"
        if let obstacle {
            context.logger.warning(
                "Webhook delivery failing", metadata: ["webhook.channel": "\(label)", "webhook.error": "\(obstacle)"])
        } else {
            context.logger.info("Webhook delivery recovered", metadata: ["webhook.channel": "\(label)"])
        }
    }
}

extension SendError {
    fileprivate init(_ error: WebhookSendError) {
        switch error {
        case .unusable(let reason): self = .refused(code: 400, reason)
        case .refused(let status, let excerpt): self = .refused(code: status, excerpt)
        case .unavailable(let reason, let retryAfter): self = .unavailable(reason, retryAfter: retryAfter)
        case .ambiguous(let reason): self = .ambiguous(reason)
        }
    }
}
