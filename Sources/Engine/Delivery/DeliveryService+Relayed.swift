import BotKit
import ChatModel
import Storage

/// Resolution of relayed actions to messages of the destination.
extension DeliveryService {
    /// The requests that perform a relayed action at its destination; empty if there is no counterpart of its message.
    ///
    /// Deliveries of a channel are in order, so earlier ones have been settled, but their results may not be durable yet.
    /// - Throws: `DeliveryWorker.ObsoleteDeliveryError` if the original was deleted before the copy is sent.
    func requests(for relayed: RelayedMessage, of delivery: Delivery) async throws -> [ResolvedAction.Request] {
        let destination = delivery.destination
        let current = try await current(relayed, of: delivery)
        let relayed = sender(destination).showsAuthorProfiles ? current : current.withNameInText
        if case .show(let draft, nil) = relayed.operation { return [.send(draft, answering: nil, topic: 0)] }
        try await resultWriter.waitUntilDurable(through: resultWriter.settledCount)
        switch relayed.operation {
        case .show(let draft, let reference):
            return [.send(draft, answering: try await counterpart(of: reference, at: destination), topic: 0)]
        case .edit(let draft): return try edits(of: try await copies(of: relayed, for: delivery), to: draft, at: destination)
        case .delete: return try await copies(of: relayed, for: delivery).map { .delete($0, topic: 0) }
        case .react(let emoji):
            guard let found = try await target(of: relayed, at: destination) else { return [] }
            return [.react(emoji, message: found.message, author: found.author)]
        case .unreact(let emoji):
            guard let found = try await target(of: relayed, at: destination) else { return [] }
            return [.unreact(emoji, message: found.message, author: found.author)]
        }
    }

    /// The relayed action as it has to be carried out now. A copy that was refused or given up is sent again long after; what its author
    /// has edited or deleted by then must not appear.
    private func current(_ relayed: RelayedMessage, of delivery: Delivery) async throws -> RelayedMessage {
        guard case .show(_, let reference) = relayed.operation, let change = try await laterChange(of: relayed, than: delivery)
        else { return relayed }
        guard case .edit(let draft) = change.operation else {
            throw DeliveryWorker.ObsoleteDeliveryError(reason: "\(relayed.origin) was deleted before its copy was sent")
        }
        var current = relayed
        current.operation = .show(draft, answering: reference)
        return current
    }

    /// The deletion of the original of a copy that is sent again, or else its last edit; nil if it has not changed since.
    func laterChange(of relayed: RelayedMessage, than delivery: Delivery) async throws -> RelayedMessage? {
        guard delivery.isResend else { return nil }
        var last: RelayedMessage?
        for later in try await store.outbox.deliveries(concerning: relayed.origin, after: delivery) {
            guard let change = (try? later.outgoing())?.relayed, change.origin == relayed.origin else { continue }
            switch change.operation {
            case .delete: return change
            case .edit: last = change
            case .show, .react, .unreact: continue
            }
        }
        return last
    }

    /// The requests that change the parts of a copy into those of a text, of which there may be more or fewer.
    ///
    /// - Throws: `DeliveryWorker.FinalDeliveryError` if the text is too long.
    func edits(of copies: [MessageID], to draft: Draft, at destination: ChannelID) throws -> [ResolvedAction.Request] {
        guard let first = copies.first else { return [] }
        guard let splitter = sender(destination).splitter else { return [.edit(first, draft, topic: 0)] }
        let parts = splitter.parts(of: draft)
        guard parts.count <= maxParts else { throw DeliveryWorker.FinalDeliveryError(reason: tooLong) }
        return zip(copies, parts).map { .edit($0, $1, topic: 0) }
            + copies.dropFirst(parts.count).map { .delete($0, topic: 0) }
            + parts.dropFirst(copies.count).map { .send($0, answering: nil, topic: 0) }
    }

    var tooLong: String { "the text does not fit into \(maxParts) messages" }

    private func copies(of relayed: RelayedMessage, for delivery: Delivery) async throws -> [MessageID] {
        try await store.copies.copies(of: relayed.origin, in: delivery.destination, by: delivery.author)
    }

    private func target(of relayed: RelayedMessage, at destination: ChannelID) async throws -> (
        message: MessageID, author: UserID
    )? {
        guard let found = try await store.copies.counterpart(of: relayed.origin, in: destination) else { return nil }
        return (found.message, found.author.isNone ? me : found.author)
    }

    private func counterpart(of reference: Reference?, at destination: ChannelID) async throws -> Reference? {
        guard var reference, let found = try await store.copies.counterpart(of: reference.message, in: destination) else {
            return nil
        }
        reference.message = found.message
        reference.sender = found.author.isNone ? me : found.author
        return reference
    }
}

extension RelayedMessage {
    /// The text prefixed with the author's name in bold, for example `An: the text`, after the headers. A name cannot imitate a
    /// header.
    var withNameInText: RelayedMessage {
        guard let face, var draft else { return self }
        draft.content.prepend("\(face.name): ", asMarkup: Markup("b", TextRange(0, face.name.utf16.count)))
        draft.prepend(headers: headers ?? "")
        var relayed = self
        relayed.draft = draft
        return relayed
    }
}
