import Foundation
import MezonModel
import Persistence

/// What the journal is told of a delivery that has failed for good, so that rules can call a moderator.
struct DeliveryFailureReporter {
    let store: Store

    /// - Parameter outgoing: nil for a request that cannot be read.
    /// - Returns: nil where nobody is to be told: what the house itself wanted to say would be told in the same way.
    func event(for delivery: Delivery, _ outgoing: ResolvedAction?, because reason: String, at now: Date) -> SystemEvent? {
        guard !delivery.author.hasPrefix("house") || outgoing?.isDoneToMember == true else { return nil }
        let (clan, channel) = place(of: outgoing, to: delivery.destination)
        return .failed(
            SystemEvent.Failure(
                cause: delivery.cause, author: delivery.author, action: outgoing?.request.kind ?? "unreadable", clan: clan,
                channel: channel, reason: reason, at: now))
    }

    private func place(of outgoing: ResolvedAction?, to destination: ChannelID) -> (ClanID, ChannelID) {
        switch outgoing?.request {
        // Until a conversation is made its number is the person's.
        case .direct: (0, 0)
        case .member(let action): (action.clan ?? store.channel(destination)?.clan ?? 0, destination)
        default: (store.channel(destination)?.clan ?? 0, destination)
        }
    }
}

extension ResolvedAction {
    fileprivate var isDoneToMember: Bool { if case .member = request { true } else { false } }
}
