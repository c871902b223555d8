import BotKit
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Storage

/// Delivers requests to one destination: applies middleware, sends, retries and settles.
///
/// A worker handles one delivery at a time, so that requests are sent in the order in which they were made.
struct DeliveryWorker {
    let service: DeliveryService
    let destination: ChannelID
    let sender: any Sender
    /// The newest settled message of the bot; nil before the first.
    var lastSent: MessageID?
    static let maxUndurable = 64
    /// The sends whose results are not known to be durable, oldest first: their number, and the result count that covers them.
    private var undurable: [(count: Int, covered: Int)]
    /// The number of messages in the last send. They are settled before any later send, except for failed ones.
    var lastBatchCount = 0
    /// The number of failed messages of a batch that are delivered one by one.
    var failedCount = 0
    /// The number of deliveries of an earlier run without a recorded attempt.
    private var inherited = 0
    /// A Boolean value that indicates whether the current delivery is a relayed copy. The message that it answers may have become
    /// known since its first attempt.
    var isCopy = false
    /// A Boolean value that indicates whether the current delivery is resent, so that its first attempt precedes the last send in
    /// history.
    var isResend = false
    /// The bot's own messages found in history, and whether history was read far enough; kept while a backlog is verified.
    var ownMessages: (messages: SentMessageFinder, isComplete: Bool)?
    /// The number of history requests before a send is repeated without verification. A transient error must not duplicate a
    /// message, and a server without history must not delay each delivery of a backlog.
    var historyAttempts = 4

    init(service: DeliveryService, destination: ChannelID) {
        self.service = service
        self.destination = destination
        sender = service.sender(destination)
        // Some of them may be sends of the previous worker for this destination.
        let settled = service.resultWriter.settledCount
        undurable = [(settled - service.resultWriter.durableCount, covered: settled)]
    }

    /// Delivers one delivery until it is settled.
    ///
    /// - Parameters:
    ///   - firstError: The error of a first attempt; nil if there was none.
    ///   - isInDoubt: Pass true if an attempt of this run may have succeeded.
    mutating func process(
        _ delivery: Delivery, after firstError: SendError? = nil, isInDoubt: Bool = false
    ) async throws {
        if !isInDoubt, isWithdrawnUnsent(delivery) { return service.settle(delivery, .skipped(Self.withdrawn)) }
        if delivery.after != .nothing, !(try await service.predecessorsSucceeded(of: delivery)) {
            return service.endUnattempted(delivery)
        }
        let outgoing: ResolvedAction
        do {
            outgoing = try delivery.outgoing()
        } catch {
            let reason = StorageErrorDescription.words(for: error)
            return service.end(delivery, nil, as: .failed(reason), because: reason)
        }
        isCopy = outgoing.relayed?.isCopy == true
        if delivery.isResend != isResend {
            isResend.toggle()
            ownMessages = nil
        }
        do {
            var parts: [ResolvedAction] = []
            for resolved in try await resolved(outgoing, of: delivery) {
                parts += try self.parts(of: try await prepared(resolved, of: delivery.cause))
            }
            try await service.waitUntilDue(delivery)
            try await send(parts, of: delivery, relaying: outgoing.relayed, after: firstError, isInDoubt: isInDoubt)
        } catch let obsolete as ObsoleteDeliveryError {
            service.settle(delivery, .skipped(obsolete.reason))
        } catch let error as FinalDeliveryError {
            service.end(delivery, outgoing, as: error.outcome, because: error.reason)
        }
    }

    /// The error of a delivery with nothing to do, which ends without a failure report.
    struct ObsoleteDeliveryError: Error {
        let reason: String
    }

    /// The error that ends a delivery permanently.
    struct FinalDeliveryError: Error {
        let reason: String
        /// A Boolean value that indicates whether the delivery was given up rather than refused.
        var isGivenUp = false

        var outcome: DeliveryResult.Outcome { isGivenUp ? .dead(reason) : .failed(reason) }
    }

    /// Resolves messages that were unknown when the action was requested.
    mutating func resolved(_ outgoing: ResolvedAction, of delivery: Delivery) async throws -> [ResolvedAction] {
        if case .relay(let relayed) = outgoing.request {
            var requests = try await changes(ofArrived: relayed, for: delivery) ?? []
            if requests.isEmpty { requests = try await service.requests(for: relayed, of: delivery) }
            guard !requests.isEmpty else {
                throw ObsoleteDeliveryError(reason: "\(relayed.origin) has no counterpart in this channel")
            }
            return requests.map { ResolvedAction(channel: outgoing.channel, request: $0) }
        }
        if case .withdraw(let reference) = outgoing.request {
            return [ResolvedAction(channel: outgoing.channel, request: try await withdrawal(of: reference, for: delivery))]
        }
        guard case .editReply(let message, let draft, let topic) = outgoing.request else { return [outgoing] }
        guard let answer = try await service.answer(to: message, before: delivery) else {
            throw ObsoleteDeliveryError(reason: "\(delivery.author) has no answer to \(message) to edit")
        }
        return [ResolvedAction(channel: outgoing.channel, request: .edit(answer, draft, topic: topic))]
    }

    /// Applies the middleware, which handles messages but not actions on members or the account.
    func prepared(_ action: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
        switch action.request {
        case .member, .clan(.nickname), .web, .clan(.status), .clan(.createChannel), .account, .call: return action
        default: break
        }
        var outgoing = action
        for middleware in service.middleware(destination) {
            switch middleware.precheck(outgoing) {
            case .pass: break
            case .skip(let reason), .drop(let reason):
                // The operator allows no message here, which is not a failure. A message that could not be deleted is one.
                guard case .delete = outgoing.request else {
                    throw ObsoleteDeliveryError(reason: "\(middleware.name): \(reason)")
                }
                throw FinalDeliveryError(reason: "\(middleware.name): \(reason)")
            }
            do {
                outgoing = try await middleware.prepare(outgoing, of: cause)
            } catch DeliveryMiddlewareError.withheld(let reason) {
                throw ObsoleteDeliveryError(reason: "\(middleware.name): \(reason)")
            } catch DeliveryMiddlewareError.failed(let reason) {
                throw FinalDeliveryError(reason: "\(middleware.name): \(reason)", isGivenUp: true)
            } catch let error where !(error is CancellationError) {
                throw FinalDeliveryError(reason: "\(middleware.name): \(error)")
            }
        }
        return outgoing
    }

    func parts(of outgoing: ResolvedAction) throws -> [ResolvedAction] {
        guard let splitter = sender.splitter, let draft = outgoing.draft, !splitter.fits(draft) else { return [outgoing] }
        let tooLong = FinalDeliveryError(reason: service.tooLong)
        if case .edit = outgoing.request { throw tooLong }
        let drafts = splitter.parts(of: draft)
        guard drafts.count <= service.maxParts, drafts.allSatisfy(splitter.fits) else { throw tooLong }
        return drafts.enumerated().map { index, draft in
            var part = outgoing
            part.draft = draft
            if index > 0, case .send(let draft, _, let topic) = part.request {
                part.request = .send(draft, answering: nil, topic: topic)
            } else if index > 0, case .thread(let opening, _) = part.request {
                part.request = .thread(opening, answering: nil)
            }
            return part
        }
    }

    /// - Parameter relayed: The relayed action from which the parts originate; nil if there is none.
    private mutating func send(
        _ parts: [ResolvedAction], of delivery: Delivery, relaying relayed: RelayedMessage?, after firstError: SendError?,
        isInDoubt: Bool
    ) async throws {
        var firstError = firstError
        // Middleware that has changed since may produce fewer parts than have been sent.
        guard delivery.sentParts < parts.count else { return service.settle(delivery, .sent(delivery.message)) }
        // Results become durable in batches, so an earlier run may have sent more parts than it recorded.
        var mayHaveBeenSent = self.isInDoubt(delivery) || isInDoubt
        for (index, part) in parts.enumerated().dropFirst(delivery.sentParts) {
            try await limitUndurableSends(1)
            let result = try await deliver(
                outboundRequest(part, index, of: delivery, relaying: relayed), of: delivery, mayHaveBeenSent: mayHaveBeenSent,
                after: firstError)
            firstError = nil
            mayHaveBeenSent = mayHaveBeenSent && result.alreadyExisted
            settle(
                delivery, result.sent, part, index, of: parts.count, relaying: relayed,
                deleting: relayed?.surplus(of: parts) ?? [])
        }
    }

    func outboundRequest(_ part: ResolvedAction, _ index: Int, of delivery: Delivery, relaying relayed: RelayedMessage?)
        -> OutboundRequest
    {
        OutboundRequest(
            part, in: Channel(id: destination, clan: 0, label: ""),
            idempotencyKey: delivery.idempotencyKey(ofPart: index), author: delivery.author, relayed: relayed)
    }

    /// Settles a part.
    ///
    /// - Parameter surplus: The copies that are deleted once the last part is settled: until then their places count.
    func settle(
        _ delivery: Delivery, _ sent: SendResult, _ action: ResolvedAction, _ index: Int, of count: Int,
        relaying relayed: RelayedMessage?, deleting surplus: [MessageID] = []
    ) {
        // A correction sent as a new message sorts last.
        let part = relayed?.isCopy == true ? index : Int(delivery.id) << 8 + index
        let isShown = relayed?.isCopy == true || action.isKept || !sent.messages.isEmpty
        let copy = relayed.flatMap {
            isShown ? DeliveryResult.Copy(of: $0.origin, in: $0.channel, by: $0.author, part: part) : nil
        }
        service.settle(
            delivery, index == count - 1 ? .sent(sent.message) : .partSent(sent.message), copy: copy,
            externalMessages: sent.messages, deletedCopies: index == count - 1 ? surplus : [],
            note: sent.response.flatMap { service.event(.response($0), of: delivery, action) })
    }

    /// Returns whether an earlier run may have sent the delivery. Without verification only a limited number of results are not
    /// durable, so only as many deliveries are in doubt.
    private mutating func isInDoubt(_ delivery: Delivery) -> Bool {
        guard service.mayHaveBeenSent(delivery) else { return false }
        guard sender.repetition == .unverified, delivery.attempts == 0 else { return true }
        inherited += 1
        return inherited <= Self.maxUndurable
    }

    /// Limits the number of sends without a durable result, for senders that repeat them without verification. At most this many
    /// messages are duplicated after a crash.
    ///
    /// - Parameter count: The number of messages about to be sent.
    mutating func limitUndurableSends(_ count: Int) async throws {
        guard sender.repetition == .unverified else { return }
        undurable.append((lastBatchCount, covered: service.resultWriter.settledCount))
        lastBatchCount = count
        let durable = service.resultWriter.durableCount
        undurable.removeAll { $0.covered <= durable }
        while let oldest = undurable.first, undurable.reduce(count + failedCount, { $0 + $1.count }) > Self.maxUndurable {
            try await service.resultWriter.waitUntilDurable(through: oldest.covered)
            undurable.removeFirst()
        }
    }

    mutating func note(_ sent: SendResult) { lastSent = max(lastSent ?? 0, sent.message) }
}

extension ResolvedAction {
    var relayed: RelayedMessage? { if case .relay(let relayed) = request { relayed } else { nil } }
}

extension RelayedMessage {
    /// The copies that an edit deletes because its text needs fewer messages.
    fileprivate func surplus(of parts: [ResolvedAction]) -> [MessageID] {
        guard case .edit = operation else { return [] }
        return parts.compactMap { if case .delete(let message, _) = $0.request { message } else { nil } }
    }

    /// A Boolean value that indicates whether the action creates a message instead of acting on one.
    var isCopy: Bool { if case .show = operation { true } else { false } }
}
