import ChatModel
import Foundation
import Storage

/// Creates the journal event for a delivery that has failed permanently, so that rules can notify a moderator.
struct DeliveryFailureReporter {
    let store: Store

    /// - Parameter outgoing: The request; nil if it cannot be decoded.
    /// - Returns: Nil if the failure is not reported. A failed message of the application itself is not reported, because the
    ///   report would be sent the same way.
    func event(for delivery: Delivery, _ outgoing: ResolvedAction?, because reason: String, at now: Date) -> SystemEvent? {
        guard !delivery.author.hasPrefix("system:") || outgoing?.isModeration == true else { return nil }
        let (clan, channel) = place(of: outgoing, to: delivery.destination)
        return .failed(
            SystemEvent.Failure(
                cause: delivery.cause, author: delivery.author, action: outgoing?.request.kind ?? "unreadable", clan: clan,
                channel: channel, reason: reason, at: now,
                order: outgoing?.isTokenOrder == true ? delivery.originalID : nil))
    }

    private func place(of outgoing: ResolvedAction?, to destination: ChannelID) -> (ClanID, ChannelID) {
        switch outgoing?.request {
        // Until the conversation exists, its id is that of the user.
        case .directMessage: (0, 0)
        case .member(let action): (action.clan ?? store.directory.channel(destination)?.clan ?? 0, destination)
        case .clan(let action): (action.clan ?? clan(of: destination), destination)
        default: (clan(of: destination), destination)
        }
    }

    /// The clan of a channel; zero for one of another network, whose failures concern the clan that caused the delivery.
    private func clan(of destination: ChannelID) -> ClanID {
        guard let clan = store.directory.channel(destination)?.clan, !clan.isExternal else { return 0 }
        return clan
    }
}

extension ResolvedAction {
    fileprivate var isTokenOrder: Bool {
        switch request {
        case .account(.sendTokens), .account(.giveCoffee): true
        default: false
        }
    }

    /// A Boolean value that indicates whether the request acts on members or their messages, so that its failure concerns moderators.
    fileprivate var isModeration: Bool {
        switch request {
        case .member, .delete: true
        default: false
        }
    }
}
