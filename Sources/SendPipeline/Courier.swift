import BotKit
import Foundation
import Logging
import MezonModel
import MezonWire
import Persistence

/// Takes one delivery through the outgoing hooks and onto the wire, as often as it needs, and says what became of it.
///
/// A courier serves one destination, one delivery at a time, so that sends leave in the order in which they were asked for.
struct Courier {
    let desk: SendPipeline
    let destination: ChannelID
    /// The newest message that is known to be ours and settled; zero before the first.
    private var lastSent: MessageID?
    /// What history showed of our own, kept while a backlog is settled against it.
    private var ownMessages: OwnMessages?

    init(desk: SendPipeline, destination: ChannelID) {
        self.desk = desk
        self.destination = destination
    }

    mutating func carry(_ delivery: Delivery) async throws {
        let outgoing: Outgoing
        do {
            outgoing = try await prepared(delivery)
        } catch let ending as Ending {
            return desk.settle(delivery, .failed(ending.reason))
        }
        let parts = self.parts(of: outgoing)
        if let draft = outgoing.draft, parts.count > 1 || !desk.splitter.fits(draft) {
            let tooLong = parts.compactMap(\.draft).contains { !desk.splitter.fits($0) }
            if tooLong || parts.count > desk.mostParts {
                return desk.settle(delivery, .failed("it does not fit into \(desk.mostParts) messages"))
            }
        }
        // Settlements become durable in batches, so an earlier run may have sent more parts than it could note.
        var mayHaveBeenSent = desk.mayHaveBeenSent(delivery)
        try await desk.waitUntilDue(delivery)
        for (index, part) in parts.enumerated().dropFirst(delivery.sentParts) {
            let isLast = index == parts.count - 1
            guard let arrival = try await deliver(part, of: delivery, mayHaveBeenSent: mayHaveBeenSent) else { return }
            mayHaveBeenSent = mayHaveBeenSent && arrival.wasThere
            desk.settle(delivery, isLast ? .sent(arrival.message) : .partSent(arrival.message))
        }
    }

    /// Ends a delivery for good, with its reason.
    private struct Ending: Error { let reason: String }

    private func prepared(_ delivery: Delivery) async throws -> Outgoing {
        var outgoing: Outgoing
        do {
            outgoing = try OutgoingWire.outgoing(delivery.payload)
        } catch {
            throw Ending(reason: "\(error)")
        }
        for hook in desk.hooks(destination) {
            switch hook.precheck(outgoing) {
            case .pass: break
            case .skip(let reason), .drop(let reason): throw Ending(reason: "\(hook.name): \(reason)")
            }
            do {
                outgoing = try await hook.prepare(outgoing)
            } catch let error where !(error is CancellationError) {
                throw Ending(reason: "\(hook.name): \(error)")
            }
        }
        return outgoing
    }

    private func parts(of outgoing: Outgoing) -> [Outgoing] {
        guard case .send(let draft, let reference, let topic) = outgoing.request else { return [outgoing] }
        return desk.splitter.parts(of: draft).enumerated().map { index, part in
            Outgoing(channel: outgoing.channel, request: .send(part, answering: index == 0 ? reference : nil, topic: topic))
        }
    }

    /// The message that a part became, if it became one, and whether history showed it before we sent it again.
    private typealias Arrival = (message: MessageID, wasThere: Bool)

    /// Tries until it is settled. Returns nil where it ended without a message, which is then settled already.
    private mutating func deliver(
        _ part: Outgoing, of delivery: Delivery, mayHaveBeenSent: Bool
    ) async throws -> Arrival? {
        var tries = delivery.attempts
        var isAmbiguous = mayHaveBeenSent
        while true {
            try await desk.sender.waitUntilConnected()
            guard let channel = desk.store.channel(destination) else {
                desk.settle(delivery, .failed("channel \(destination) is not known to the bot"))
                return nil
            }
            if isAmbiguous, let message = try await settledByHistory(part, of: delivery, in: channel) {
                lastSent = max(lastSent ?? 0, message)
                return (message, wasThere: true)
            }
            do {
                try await desk.waitForTurn()
                let message = try await desk.sender.send(part, in: channel)
                // What acts on a message becomes none: its target, which may be old, says nothing of how far our own have come.
                guard case .send = part.request else { return (0, wasThere: false) }
                lastSent = max(lastSent ?? 0, message)
                return (message, wasThere: false)
            } catch SendError.notConnected {
                try await desk.time.sleep(for: .milliseconds(100))  // The loss is known before the word of it has come round.
            } catch SendError.refused(let code, let message) {
                desk.settle(delivery, .failed("\(SendError.refused(code: code, message))"))
                return nil
            } catch let error as SendError {
                if case .ambiguous = error {
                    isAmbiguous = true
                    ownMessages = nil
                }
                tries += 1
                guard let pause = desk.pause(after: tries, error) else {
                    desk.settle(delivery, .dead("given up after \(tries) tries: \(error)"))
                    return nil
                }
                desk.settle(delivery, .retry(at: desk.time.now.addingTimeInterval(pause / .seconds(1)), reason: "\(error)"))
                try await desk.time.sleep(for: pause)
            }
        }
    }

    /// Looks for the message that an earlier try may have become. What can be repeated without harm is simply sent again.
    private mutating func settledByHistory(
        _ part: Outgoing, of delivery: Delivery, in channel: Channel
    ) async throws -> MessageID? {
        guard case .send(let draft, let reference, _) = part.request else { return nil }
        if ownMessages == nil {
            do {
                ownMessages = try await readOwnMessages(since: delivery, answering: reference, in: channel)
            } catch let error where !(error is CancellationError) {
                desk.noteUnverified(delivery, because: error)
                return nil
            }
        }
        return ownMessages?.claim(draft, answering: reference)
    }

    private mutating func readOwnMessages(
        since delivery: Delivery, answering reference: Reference?, in channel: Channel
    ) async throws -> OwnMessages {
        if lastSent == nil { lastSent = try await desk.store.lastSent(to: destination, before: delivery.id) }
        // An answer comes after what it answers. Without either, a day back by the clock, which may be wrong by that much.
        let oldest =
            lastSent ?? reference?.message ?? MessageID(Snowflake.floor(of: delivery.createdAt.addingTimeInterval(-86_400)))
        var messages: [Message] = []
        var cursor: MessageID = 0
        for _ in 0..<desk.mostHistoryPages {
            let page = try await desk.sender.history(of: channel, before: cursor)
            messages += page
            guard let first = page.map(\.id).min(), first > oldest, cursor.isNone || first < cursor else { break }
            cursor = first
        }
        return OwnMessages(messages, by: desk.me, after: oldest)
    }
}
