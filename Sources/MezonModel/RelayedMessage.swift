/// A message of one channel as it is shown in another, and what becomes of it there later.
///
/// Which message the copy became is known once it was sent: the send pipeline finds it by what it is a copy of.
public struct RelayedMessage: Hashable, Sendable, Codable {
    public enum Operation: Hashable, Sendable, Codable {
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
    /// Who is to be shown as the one who says it; nil for what says nothing.
    public var face: DisplayProfile?
    public var deed: Operation
    /// Headers as they are written, to stand before all else, the name included; nil where none are asked for, and what the text
    /// begins with stays as it is.
    package var headers: String?

    public init(
        of origin: MessageID, in channel: ChannelID, by author: UserID = 0, as face: DisplayProfile? = nil, _ deed: Operation
    ) {
        self.origin = origin
        self.channel = channel
        self.author = author
        self.face = face
        self.deed = deed
    }

    /// The name and picture under which a copy is shown: beside the text where a network can, before it elsewhere.
    public struct DisplayProfile: Hashable, Sendable, Codable {
        public var name: String
        /// An address; empty for none.
        public var avatar: String

        public init(_ name: String, avatar: String = "") {
            self.name = name
            self.avatar = avatar
        }
    }

    package var draft: Draft? {
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
