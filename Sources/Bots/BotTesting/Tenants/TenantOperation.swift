package import ChatModel
import Delivery

/// A request of the bot's that was carried out, as far as soak tests inspect it.
package struct TenantOperation: Sendable {
    package var channel: Channel
    /// The clan that it is done in as a whole; nil for what is done in a channel.
    package var clan: ClanID?
    package var kind: String
    package var text: String
    /// The person who alone sees it.
    package var person: UserID?
    /// A Boolean value that indicates whether it shows, or keeps up to date, what was said elsewhere.
    package var isRelayed: Bool
    /// The message that it became.
    package var message: MessageID
    /// The ids of the buttons under it.
    package var buttons: [String]

    init(_ request: OutboundRequest, message: MessageID) {
        channel = request.channel
        kind = request.outgoing.request.kind
        text = request.outgoing.draft?.content.text ?? ""
        isRelayed = request.relayed != nil
        self.message = message
        switch request.outgoing.request {
        case .member(let action): clan = action.clan
        case .clan(let action): clan = action.clan
        case .ephemeral(_, let user, _), .directMessage(_, let user): person = user
        default: break
        }
        let rows = request.outgoing.draft?.content.extras["components"]?.array ?? []
        buttons = rows.flatMap { $0.object?["components"]?.array ?? [] }.compactMap { $0.object?["id"]?.string }
    }
}

/// A button of a question, and where it stands.
package struct TenantButton: Sendable {
    package var id: String
    package var message: MessageID
    package var place: TenantPlace
}
