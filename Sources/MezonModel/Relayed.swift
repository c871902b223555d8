/// A message of one channel as it is shown in another, and what becomes of it there later.
///
/// Which message the copy became is known once it was sent: the send pipeline finds it by what it is a copy of.
public struct Relayed: Hashable, Sendable, Codable {
    public enum Deed: Hashable, Sendable, Codable {
        /// Makes the copy. What it answers is the message that the original answers; found there, or left out.
        case show(Draft, answering: Reference?)
        case edit(Draft)
        case delete
        case react(String)
        case unreact(String)

        /// One word for listings and traces.
        public var kind: String {
            switch self {
            case .show: "relay"
            case .edit: "relay edit"
            case .delete: "relay delete"
            case .react: "relay reaction"
            case .unreact: "relay reaction back"
            }
        }
    }

    /// The message that it is a copy of, where that stands, and who wrote it.
    public var origin: MessageID
    public var channel: ChannelID
    public var author: UserID
    public var deed: Deed

    public init(of origin: MessageID, in channel: ChannelID, by author: UserID = 0, _ deed: Deed) {
        self.origin = origin
        self.channel = channel
        self.author = author
        self.deed = deed
    }

    var draft: Draft? {
        get {
            switch deed {
            case .show(let draft, _), .edit(let draft): draft
            case .delete, .react, .unreact: nil
            }
        }
        set {
            guard let newValue else { return }
            switch deed {
            case .show(_, let reference): deed = .show(newValue, answering: reference)
            case .edit: deed = .edit(newValue)
            case .delete, .react, .unreact: break
            }
        }
    }
}
