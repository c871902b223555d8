import BotKit
import Foundation
import Logging
import MezonModel
import MezonWire
import Persistence

/// Takes one delivery through the outgoing hooks and onto the wire, as often as it needs, and says what became of it.
///
/// A courier serves one destination, one delivery at a time, so that sends leave in the order in which they were asked for.
struct DeliveryWorker {
    let desk: DeliveryService
    let destination: ChannelID
    let sender: any Sender
    /// The newest message that is known to be ours and settled; zero before the first.
    var lastSent: MessageID?
    static let mostUnseen = 64
    /// What is out and was not known to be settled durably, oldest first: how many, and the settlement that covers them.
    private var unseen: [(count: Int, covered: Int)]
    /// What went out last: settled by the time that anything else does, but for what is held.
    var latest = 0
    /// What went out with others, failed, and is taken to its end one by one.
    var held = 0
    /// Deliveries of an earlier run that came by, untried as far as is known.
    private var inherited = 0
    /// Whether what it carries is a copy: what a copy answers may have become known since it was sent.
    var isCopy = false
    /// Whether what it carries is sent again, and stands in history before what left last.
    var isAgain = false
    /// What history showed of our own, and whether it was read far enough back; kept while a backlog is settled against it.
    var ownMessages: (messages: SentMessageFinder, areAll: Bool)?
    /// How often history is asked for before a send is repeated unseen: a moment's failure must not double a message, and a server
    /// that gives no history at all must not hold up each delivery of a backlog.
    var historyTries = 4

    init(desk: DeliveryService, destination: ChannelID) {
        self.desk = desk
        self.destination = destination
        sender = desk.sender(destination)
        // Some of them may be what the courier before had here.
        let made = desk.settler.made
        unseen = [(made - desk.settler.durable, covered: made)]
    }

    /// Takes one delivery to its end.
    ///
    /// - Parameter setback: what a first try came to.
    mutating func carry(_ delivery: Delivery, after setback: SendError? = nil) async throws {
        if delivery.after != .nothing, !(try await desk.isWanted(delivery)) { return desk.endUntried(delivery) }
        let outgoing: ResolvedAction
        do {
            outgoing = try ResolvedActionCodec.outgoing(delivery.payload)
        } catch {
            let reason = StorageErrorDescription.words(for: error)
            return desk.end(delivery, nil, as: .failed(reason), because: reason)
        }
        isCopy = outgoing.relayed?.isCopy == true
        if delivery.isAgain != isAgain {
            isAgain.toggle()
            ownMessages = nil
        }
        do {
            var parts: [ResolvedAction] = []
            for resolved in try await resolved(outgoing, of: delivery) {
                parts += try self.parts(of: try await prepared(resolved))
            }
            try await desk.waitUntilDue(delivery)
            try await send(parts, of: delivery, relaying: outgoing.relayed, after: setback)
        } catch let unneeded as ObsoleteDeliveryError {
            desk.settle(delivery, .skipped(unneeded.reason))
        } catch let ending as FinalDeliveryError {
            desk.end(delivery, outgoing, as: ending.outcome, because: ending.reason)
        }
    }

    /// There is nothing to be done, and nobody has to look at it.
    private struct ObsoleteDeliveryError: Error {
        let reason: String
    }

    /// Ends a delivery for good, with its reason.
    private struct FinalDeliveryError: Error {
        let reason: String
        /// Whether it was given up, and not refused.
        var isGivenUp = false

        var outcome: DeliveryResult.Outcome { isGivenUp ? .dead(reason) : .failed(reason) }
    }

    /// Finds the messages that are meant where they were not known when that was asked for.
    func resolved(_ outgoing: ResolvedAction, of delivery: Delivery) async throws -> [ResolvedAction] {
        if case .relay(let relayed) = outgoing.request {
            let requests = try await desk.requests(for: relayed, of: delivery)
            guard !requests.isEmpty else {
                throw ObsoleteDeliveryError(reason: "\(relayed.origin) has nothing here that stands for it")
            }
            return requests.map { ResolvedAction(channel: outgoing.channel, request: $0) }
        }
        guard case .editReply(let message, let draft, let topic) = outgoing.request else { return [outgoing] }
        guard let answer = try await desk.answer(to: message, before: delivery) else {
            throw ObsoleteDeliveryError(reason: "\(delivery.author) has no answer to \(message) that could be edited")
        }
        return [ResolvedAction(channel: outgoing.channel, request: .edit(answer, draft, topic: topic))]
    }

    /// Asks the hooks, which look at what is said in a channel and not at what is done to a member.
    func prepared(_ asked: ResolvedAction) async throws -> ResolvedAction {
        if case .member = asked.request { return asked }
        var outgoing = asked
        for hook in desk.hooks(destination) {
            switch hook.precheck(outgoing) {
            case .pass: break
            case .skip(let reason), .drop(let reason):
                // The operator wants nothing said here, which is no failure; a message that stays where it was to go is one.
                guard case .delete = outgoing.request else { throw ObsoleteDeliveryError(reason: "\(hook.name): \(reason)") }
                throw FinalDeliveryError(reason: "\(hook.name): \(reason)")
            }
            do {
                outgoing = try await hook.prepare(outgoing)
            } catch let error where !(error is CancellationError) {
                throw FinalDeliveryError(reason: "\(hook.name): \(error)")
            }
        }
        return outgoing
    }

    func parts(of outgoing: ResolvedAction) throws -> [ResolvedAction] {
        guard let splitter = sender.splitter, let draft = outgoing.draft, !splitter.fits(draft) else { return [outgoing] }
        let tooLong = FinalDeliveryError(reason: "it does not fit into \(desk.mostParts) messages")
        if case .edit = outgoing.request { throw tooLong }
        let drafts = splitter.parts(of: draft)
        guard drafts.count <= desk.mostParts, drafts.allSatisfy(splitter.fits) else { throw tooLong }
        return drafts.enumerated().map { index, draft in
            var part = outgoing
            part.draft = draft
            if index > 0, case .send(let draft, _, let topic) = part.request {
                part.request = .send(draft, answering: nil, topic: topic)
            }
            return part
        }
    }

    /// - Parameter relayed: what was asked to be relayed, where that is what it comes from.
    private mutating func send(
        _ parts: [ResolvedAction], of delivery: Delivery, relaying relayed: RelayedMessage?, after setback: SendError?
    ) async throws {
        var setback = setback
        // A hook that has changed since may make less of it than is already out.
        guard delivery.sentParts < parts.count else { return desk.settle(delivery, .sent(delivery.message)) }
        // Settlements become durable in batches, so an earlier run may have sent more parts than it could note.
        var mayHaveBeenSent = isInDoubt(delivery)
        for (index, part) in parts.enumerated().dropFirst(delivery.sentParts) {
            try await keepNear(1)
            let arrival = try await deliver(
                parcel(part, index, of: delivery, relaying: relayed), of: delivery, mayHaveBeenSent: mayHaveBeenSent,
                after: setback)
            setback = nil
            mayHaveBeenSent = mayHaveBeenSent && arrival.wasThere
            settle(delivery, arrival.sent, index, of: parts.count, relaying: relayed)
        }
    }

    func parcel(_ part: ResolvedAction, _ index: Int, of delivery: Delivery, relaying relayed: RelayedMessage?) -> OutboundRequest
    {
        OutboundRequest(
            part, in: Channel(id: destination, clan: 0, label: ""),
            ticket: "\(delivery.createdAt.milliseconds)-\(delivery.first)-\(index)", relayed: relayed)
    }

    /// Notes what a part has become.
    func settle(_ delivery: Delivery, _ sent: SendResult, _ index: Int, of count: Int, relaying relayed: RelayedMessage?) {
        let part = relayed?.isCopy == true ? index : Int(delivery.id) << 8  // A correction that had to be said anew comes behind.
        let isShown = relayed?.isCopy == true || !sent.became.isEmpty
        let copy = relayed.flatMap {
            isShown ? DeliveryResult.Copy(of: $0.origin, in: $0.channel, by: $0.author, part: part) : nil
        }
        desk.settle(
            delivery, index == count - 1 ? .sent(sent.message) : .partSent(sent.message), copy: copy, became: sent.became)
    }

    /// Where settlements run ahead of the disk by a few only, no more than those can have been sent by an earlier run.
    private mutating func isInDoubt(_ delivery: Delivery) -> Bool {
        guard desk.mayHaveBeenSent(delivery) else { return false }
        guard sender.repetition == .unseen, delivery.attempts == 0 else { return true }
        inherited += 1
        return inherited <= Self.mostUnseen
    }

    /// Lets settlements run ahead of the disk by a few only, where a send that is not known to be settled is made again unseen: so many
    /// at most are seen twice after a crash.
    ///
    /// - Parameter count: how many are about to be sent.
    mutating func keepNear(_ count: Int) async throws {
        guard sender.repetition == .unseen else { return }
        unseen.append((latest, covered: desk.settler.made))
        latest = count
        let durable = desk.settler.durable
        unseen.removeAll { $0.covered <= durable }
        while let oldest = unseen.first, unseen.reduce(count + held, { $0 + $1.count }) > Self.mostUnseen {
            try await desk.settler.waitUntilDurable(through: oldest.covered)
            unseen.removeFirst()
        }
    }

    /// What a part became, and whether history showed it before we sent it again.
    private typealias PartResult = (sent: SendResult, wasThere: Bool)

    /// Tries until it is settled.
    ///
    /// - Parameter setback: what a first try came to.
    /// - Throws: `FinalDeliveryError` where it will not come about.
    private mutating func deliver(
        _ asked: OutboundRequest, of delivery: Delivery, mayHaveBeenSent: Bool, after setback: SendError?
    ) async throws -> PartResult {
        var parcel = asked
        var setback = setback
        let part = parcel.outgoing
        var tries = delivery.attempts
        parcel.failedTries = tries
        // A whisper's tries are noted before they are made, so one without any was never sent.
        var isAmbiguous = part.isLookedFor ? mayHaveBeenSent : delivery.attempts > 0
        while true {
            if isAmbiguous, !part.isLookedFor {
                throw FinalDeliveryError(
                    reason: "it was shown or is lost: no answer came, and nobody can look for a whisper, so it is not repeated",
                    isGivenUp: true)
            }
            try await sender.waitUntilConnected(to: destination)
            do {
                if let error = setback {
                    setback = nil
                    throw error
                }
                parcel.channel = try await place(of: part)
                if isAmbiguous, let message = try await settledByHistory(part, of: delivery, in: parcel.channel) {
                    lastSent = max(lastSent ?? 0, message)
                    return (SendResult(message), wasThere: true)
                }
                if !destination.isForeign { try await desk.waitForTurn(to: destination) }
                return (try await send(parcel, of: delivery), wasThere: false)
            } catch SendError.notConnected {
                try await desk.time.sleep(for: .milliseconds(100))  // The loss is known before the word of it has come round.
            } catch SendError.refused(let code, let message) {
                if part.isSo(accordingTo: code, message) { return (SendResult(0), wasThere: true) }
                throw FinalDeliveryError(reason: part.refusal(code, message, in: desk.store.channel(destination)))
            } catch let error as SendError {
                if case .ambiguous = error {
                    isAmbiguous = true
                    ownMessages = nil
                    if !part.isLookedFor { continue }
                }
                tries += 1
                parcel.failedTries = tries
                guard let pause = desk.pause(after: tries, error) else {
                    throw FinalDeliveryError(reason: "given up after \(tries) tries: \(error)", isGivenUp: true)
                }
                desk.settle(delivery, .retry(at: desk.time.now.addingTimeInterval(pause / .seconds(1)), reason: "\(error)"))
                try await desk.time.sleep(for: pause)
            }
        }
    }

    /// Where a part is carried out. What concerns a clan as a whole needs no channel that we know.
    func place(of part: ResolvedAction) async throws -> Channel {
        switch part.request {
        case .direct(_, let user):
            return try await sender.conversation(with: user)
        case .member(let action):
            if let clan = action.clan { return Channel(id: destination, clan: clan, label: "") }
        case .send, .react, .edit, .editReply, .delete, .whisper, .unreact, .pin, .relay: break
        }
        guard let channel = desk.store.channel(destination) else {
            throw FinalDeliveryError(reason: "channel \(destination) is not known to the bot")
        }
        return channel
    }

    private mutating func send(_ parcel: OutboundRequest, of delivery: Delivery) async throws -> SendResult {
        if !parcel.outgoing.isLookedFor { try await desk.noteTry(delivery) }
        let sent = try await sender.send(parcel)
        // What acts on a message becomes none: its target, which may be old, says nothing of how far our own have come.
        guard parcel.outgoing.isKept else { return SendResult(0, became: sent.became) }
        note(sent)
        return sent
    }

    mutating func note(_ sent: SendResult) { lastSent = max(lastSent ?? 0, sent.message) }
}

extension ResolvedAction {
    var relayed: RelayedMessage? { if case .relay(let relayed) = request { relayed } else { nil } }
}

extension RelayedMessage {
    /// Whether it makes a message, and does not act on one.
    var isCopy: Bool { if case .show = deed { true } else { false } }
}
