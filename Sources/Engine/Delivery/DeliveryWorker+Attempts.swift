import ChatModel
import Foundation
import Storage

/// Attempts of a part of a delivery, with retries.
extension DeliveryWorker {
    /// The result of a part, and whether history already contained it.
    typealias PartResult = (sent: SendResult, alreadyExisted: Bool)

    /// Attempts a part until it is settled.
    ///
    /// - Parameter firstError: The error of a first attempt; nil if there was none.
    /// - Throws: `FinalDeliveryError` if it fails permanently.
    mutating func deliver(
        _ request: OutboundRequest, of delivery: Delivery, mayHaveBeenSent: Bool, after firstError: SendError?
    ) async throws -> PartResult {
        var outboundRequest = request
        var firstError = firstError
        var hasAttempted = false
        let part = outboundRequest.outgoing
        if let obstacle = part.obstacle(in: destination) { throw FinalDeliveryError(reason: obstacle) }
        var attempts = delivery.attempts
        outboundRequest.failedTries = attempts
        // Attempts of what cannot be verified are recorded in advance, so one without a record was never sent.
        var isAmbiguous = part.isSafeToRepeat ? mayHaveBeenSent : delivery.attempts > 0
        var isUnsent = !mayHaveBeenSent
        while true {
            if isAmbiguous, !part.isSafeToRepeat {
                throw FinalDeliveryError(
                    reason: "not acknowledged; \(part.unverifiable) cannot be verified, so it is not repeated",
                    isGivenUp: true)
            }
            try await sender.waitUntilConnected(to: destination)
            do {
                if let error = firstError {
                    firstError = nil
                    throw error
                }
                outboundRequest.channel = try await channel(for: part)
                if isAmbiguous, let message = try await settledByHistory(part, of: delivery, in: outboundRequest.channel) {
                    note(SendResult(message))
                    return (SendResult(message), alreadyExisted: true)
                }
                try await waitForPermission()
                // History, read to its end, does not show it.
                if isAmbiguous, part.isKept, ownMessages?.isComplete == true { isUnsent = true }
                // It may have waited for hours.
                if isUnsent, !hasAttempted, delivery.sentParts == 0, service.isWithdrawn(delivery) {
                    throw ObsoleteDeliveryError(reason: Self.withdrawn)
                }
                hasAttempted = true
                return (try await send(outboundRequest, of: delivery), alreadyExisted: false)
            } catch SendError.notConnected {
                try await service.time.sleep(for: .milliseconds(100))  // The error may precede the signal.
            } catch SendError.refused(let code, let message) {
                if part.isAlreadySatisfied(by: code, message) { return (SendResult(0), alreadyExisted: true) }
                throw FinalDeliveryError(reason: part.refusal(code, message, in: service.store.directory.channel(destination)))
            } catch let error as SendError {
                if error.isAmbiguous {
                    isAmbiguous = true
                    if !part.isSafeToRepeat { continue }
                    // A later request is acknowledged: history read since then contains the message, if it was sent.
                    let isRead = if case .overtaken = error { !hasAttempted } else { false }
                    if !isRead { ownMessages = nil }
                }
                if case .overtaken = error {
                    let channel = try await channel(for: part)
                    if let message = try await settledByHistory(part, of: delivery, in: channel) {
                        note(SendResult(message))
                        return (SendResult(message), alreadyExisted: true)
                    }
                    ownMessages = nil
                }
                attempts += 1
                outboundRequest.failedTries = attempts
                guard let pause = service.pause(after: attempts, of: part, error) else {
                    throw FinalDeliveryError(reason: "given up after \(attempts) attempts: \(error)", isGivenUp: true)
                }
                service.settle(delivery, .retry(at: service.time.now.addingTimeInterval(pause / .seconds(1)), reason: "\(error)"))
                try await service.time.sleep(for: pause)
            }
        }
    }

    /// The channel in which a part is performed. Actions on a clan as a whole need no known channel.
    func channel(for part: ResolvedAction) async throws -> Channel {
        switch part.request {
        case .directMessage(_, let user):
            return try await sender.conversation(with: user)
        case .member(let action):
            if let clan = action.clan { return Channel(id: destination, clan: clan, label: "") }
        case .clan(let action):
            if let clan = action.clan { return Channel(id: destination, clan: clan, label: "") }
        case .web, .account, .call: return Channel(id: destination, clan: 0, label: "")
        case .send, .react, .edit, .editReply, .withdraw, .delete, .ephemeral, .unreact, .pin, .thread, .relay: break
        }
        guard let channel = service.store.directory.channel(destination) else {
            throw FinalDeliveryError(reason: "channel \(destination) is not known to the bot")
        }
        switch part.request {
        case .thread(let opening, _): return try await thread(opening.name, in: channel, opening)
        case .clan(.archiveThread(let name?)): return try await thread(name, in: channel, nil)
        default: return channel
        }
    }

    /// The open thread of a name below a channel, or below that of which the channel is itself a thread.
    ///
    /// - Parameter opening: The thread to create if there is none.
    private func thread(_ name: String, in channel: Channel, _ opening: ThreadOpening?) async throws -> Channel {
        guard !channel.parent.isNone else { return try await sender.thread(name, in: channel, creating: opening) }
        guard let parent = service.store.directory.channel(channel.parent) else {
            throw FinalDeliveryError(reason: "channel \(channel.parent) is not known to the bot")
        }
        return try await sender.thread(name, in: parent, creating: opening)
    }

    /// Waits until this process may act and the rate limit permits a start. A start that then waits for the lease does not count: those
    /// of several destinations would all be sent at once.
    private func waitForPermission() async throws {
        repeat {
            try await service.store.lease.waitUntilCurrent()
            if !destination.isExternal, !destination.isWeb { try await service.waitForRateLimit(to: destination) }
        } while !service.store.lease.isCurrent
    }

    private mutating func send(_ outboundRequest: OutboundRequest, of delivery: Delivery) async throws -> SendResult {
        if !outboundRequest.outgoing.isSafeToRepeat { try await service.recordAttempt(of: delivery) }
        if !service.store.lease.isCurrent { try await waitForPermission() }
        let sent = try await sender.send(outboundRequest)
        // An action on a message creates none. Its target may be old and says nothing about the position of the bot's own
        // messages.
        guard outboundRequest.outgoing.isKept else { return SendResult(0, messages: sent.messages, response: sent.response) }
        note(sent)
        return sent
    }
}
