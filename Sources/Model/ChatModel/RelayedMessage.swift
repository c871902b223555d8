/// An operation on the copy of a message that is relayed from one channel to another.
///
/// The copy's id is known only after it was sent: the send pipeline finds it by the id of the original.
package struct RelayedMessage: Hashable, Sendable, Codable {
    /// An operation on the copy.
    package enum Operation: Hashable, Sendable, Codable {
        /// Creates the copy. `answering` is the message that the original replies to; its copy is looked up, and omitted if there
        /// is none.
        case show(Draft, answering: Reference?)
        /// Changes the copy.
        case edit(Draft)
        /// Deletes the copy.
        case delete
        /// Adds an emoji to the copy.
        case react(String)
        /// Removes an emoji from the copy.
        case unreact(String)

        /// The operation's name in listings and traces.
        package var kind: String {
            switch self {
            case .show: "relay"
            case .edit: "relay edit"
            case .delete: "relay delete"
            case .react: "relay reaction"
            case .unreact: "relay reaction back"
            }
        }
    }

    /// The original message.
    package var origin: MessageID
    /// The channel of the original.
    package var channel: ChannelID
    /// The author of the original; zero if unknown.
    package var author: UserID
    /// The profile under which the copy is shown; nil for an operation that shows no text.
    package var face: DisplayProfile?
    /// The operation.
    package var operation: Operation
    /// The encoded headers to put before everything else, including the name; nil if none are requested, in which case the
    /// beginning of the text stays unchanged.
    package var headers: String?

    /// The names in stored JSON, which stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
        case origin, channel, author, face
        case operation = "deed"
        case headers
    }

    /// Creates an operation.
    package init(
        of origin: MessageID, in channel: ChannelID, by author: UserID = 0, as face: DisplayProfile? = nil, _ operation: Operation
    ) {
        self.origin = origin
        self.channel = channel
        self.author = author
        self.face = face
        self.operation = operation
    }

    /// The name and avatar under which a copy is shown: beside the text if the network supports it, otherwise before the text.
    package struct DisplayProfile: Hashable, Sendable, Codable {
        /// The displayed name.
        package var name: String
        /// The address of the avatar image; empty for none.
        package var avatar: String

        /// Creates a profile.
        package init(_ name: String, avatar: String = "") {
            self.name = name
            self.avatar = avatar
        }
    }

    package var draft: Draft? {
        get {
            switch operation {
            case .show(let draft, _), .edit(let draft): draft
            case .delete, .react, .unreact: nil
            }
        }
        set {
            guard let newValue else { return }
            switch operation {
            case .show(_, let reference): operation = .show(newValue, answering: reference)
            case .edit: operation = .edit(newValue)
            case .delete, .react, .unreact: break
            }
        }
    }
}
