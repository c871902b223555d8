/// The name of a bot and the actions it may request.
public struct Manifest: Hashable, Sendable {
    /// The name under `bots` in `config.yaml`: lower-case letters, digits and dashes.
    public let name: String
    /// One sentence for listings and the help.
    public let summary: String
    /// The kinds of action that the bot may request; any other is rejected and traced. The operator also has to grant `delete`,
    /// `moderate`, `channels`, `roles`, `drop`, `tokens`, `groups`, `call` and `mention_everyone` by name.
    public let needs: Set<Capability>
    /// The kinds of activities of members that the bot receives in ``Bot/memberActivity(_:_:)``.
    public let activities: Set<MemberActivity.Kind>

    /// Creates a manifest.
    ///
    /// - Precondition: The name consists of lower-case letters, digits and dashes.
    public init(
        _ name: String, _ summary: String = "", needs: Set<Capability>, activities: Set<MemberActivity.Kind> = []
    ) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 },
            "a bot's name is lower-case letters, digits and dashes: '\(name)'")
        self.name = name
        self.summary = summary
        self.needs = needs
        self.activities = activities
    }
}

/// A kind of action that a bot must list in its manifest before it may request it.
@nonexhaustive
public enum Capability: String, Hashable, Sendable, CaseIterable {
    /// Replies, messages to channels and threads, reactions, edits, deletions and pinned messages.
    case reply, send, react, edit, delete, pin
    /// Direct messages to a user.
    case directMessage = "dm"
    /// Ephemeral messages, which only one user of the channel sees.
    case ephemeral
    /// Messages that notify everyone in the channel (`@here`), besides the capability to send them.
    case mentionEveryone = "mention_everyone"
    /// Mutes and kicks, archived threads, and the account's own nickname.
    case moderate
    /// Creating and archiving channels.
    case channels
    /// The account's own status text in a clan.
    case status
    /// Sending tokens of the account and giving coffees, within the operator's limits.
    case tokens
    /// Making group conversations and closing conversations of the account.
    case groups
    /// Playing sounds and videos in voice rooms.
    case media
    /// Calls of remote procedures that have no action of their own. The operator grants each by its name: `call:CreateEvent`.
    case call
    /// Adding and removing roles.
    case roles
    /// Handing the event to another bot, with a command in the event's author's name.
    case run
    /// Scheduling and cancelling jobs, whose occurrences the bot receives in `onEvent`.
    case schedule
    /// Web requests to the hosts that the operator allows, whose outcomes the bot receives in `onResponse`.
    case request
    /// Withholding a message from the handlers that follow in the channel's list.
    case drop

    /// A Boolean value that indicates whether an operator has to allow the capability by name (`grants` in `config.yaml`),
    /// because it can take something from users, or disturb all of them.
    package var needsGrant: Bool {
        switch self {
        case .delete, .moderate, .roles, .drop, .channels, .tokens, .groups, .call, .mentionEveryone: true
        case .reply, .send, .react, .edit, .pin, .directMessage, .ephemeral, .run, .schedule, .request, .status, .media: false
        }
    }

    /// Returns the capabilities that an action requires.
    static func required(by action: Action) -> [Capability] {
        let mentions = action.draft?.mentions ?? []
        return [Capability(of: action)] + (mentions.contains { $0.user == Mention.everyone } ? [.mentionEveryone] : [])
    }

    private init(of action: Action) {
        switch action {
        case .reply, .editReply: self = .reply
        case .send, .thread: self = .send
        case .react, .unreact: self = .react
        case .edit: self = .edit
        case .delete: self = .delete
        case .pin: self = .pin
        case .directMessage: self = .directMessage
        case .ephemeral: self = .ephemeral
        case .clan(let action): self.init(of: action)
        case .member(let action): self.init(of: action)
        case .account(let action): self.init(of: action)
        case .call: self = .call
        case .run: self = .run
        case .schedule, .cancel: self = .schedule
        case .request: self = .request
        case .resolved(let outgoing): self.init(of: outgoing.request)
        }
    }

    private init(of request: ResolvedAction.Request) {
        switch request {
        case .send(_, let answering, _): self = answering == nil ? .send : .reply
        case .react, .unreact: self = .react
        case .edit: self = .edit
        case .editReply: self = .reply
        case .withdraw, .delete: self = .delete
        case .pin: self = .pin
        case .directMessage: self = .directMessage
        case .ephemeral: self = .ephemeral
        case .clan(let action): self.init(of: action)
        case .member(let action): self.init(of: action)
        case .account(let action): self.init(of: action)
        case .call: self = .call
        case .relay, .thread: self = .send
        case .web: self = .request
        }
    }

    private init(of action: ClanAction) {
        switch action {
        case .archiveThread, .nickname: self = .moderate
        case .createChannel, .archiveChannel: self = .channels
        case .status: self = .status
        }
    }

    private init(of action: AccountAction) {
        switch action {
        case .sendTokens, .giveCoffee: self = .tokens
        case .createGroup, .closeConversation: self = .groups
        case .playMedia: self = .media
        }
    }

    private init(of action: MemberAction) {
        switch action {
        case .mute, .unmute, .kick, .unban: self = .moderate
        case .addRole, .removeRole: self = .roles
        }
    }
}
