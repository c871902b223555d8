/// An action of the bot's account that belongs to no channel.
@nonexhaustive
public enum AccountAction: Hashable, Sendable, Codable {
    /// Sends tokens of the account to a user, with a note that both can read. The order is executed once, also if its acknowledgement is
    /// lost. The operator sets the limits: `bot: { tokens: { per_day: 1000 } }`.
    case sendTokens(Int, to: UserID, note: String)
    /// Plays a sound or a video in a voice room. A request whose result is unknown is not repeated.
    case playMedia(MediaPlayback)

    /// The largest number of tokens of an order.
    public static let maxTokens = 1_000_000_000
    /// The largest size of a note in bytes.
    public static let maxNoteBytes = 512

    /// The action's name in listings and traces.
    public var kind: String {
        switch self {
        case .sendTokens: "send_tokens"
        case .playMedia: "play_media"
        }
    }

    /// The reason why the action cannot be performed; nil if it can.
    package var problem: String? {
        switch self {
        case .sendTokens(let tokens, let user, let note):
            if !(1...Self.maxTokens).contains(tokens) { return "\(tokens) tokens; 1 to \(Self.maxTokens) can be sent" }
            if user.isNone { return "an order without a receiver" }
            return note.utf8.count > Self.maxNoteBytes ? "a note of more than \(Self.maxNoteBytes) bytes" : nil
        case .playMedia(let playback): return playback.problem
        }
    }

    /// The user concerned; nil if there is none.
    package var user: UserID? { if case .sendTokens(_, let user, _) = self { user } else { nil } }

    /// The action without the texts of users.
    package var redacted: AccountAction {
        switch self {
        case .sendTokens(let tokens, let user, _): .sendTokens(tokens, to: user, note: "")
        case .playMedia(let playback): .playMedia(MediaPlayback("", title: "", room: playback.room))
        }
    }
}

/// A sound or a video to be played in a voice room.
public struct MediaPlayback: Hashable, Sendable, Codable {
    private static let maxBytes = 2048  // Of each part.

    /// The address of the file: an `https` URL.
    public var url: String
    /// The title that the room shows.
    public var title: String
    /// The name of the room, as Mezon's voice server knows it.
    public var room: String
    /// The name under which the bot appears in the room.
    public var participant: String

    /// Creates a playback.
    public init(_ url: String, title: String, room: String, participant: String = "") {
        self.url = url
        self.title = title
        self.room = room
        self.participant = participant
    }

    fileprivate var problem: String? {
        if !url.lowercased().hasPrefix("https://") { return "a file whose address is no https URL" }
        if room.isEmpty { return "a playback without a room" }
        return [url, title, room, participant].contains { $0.utf8.count > Self.maxBytes }
            ? "a text of more than \(Self.maxBytes) bytes" : nil
    }
}
