/// What a bot is called and what it may do.
public struct Manifest: Hashable, Sendable {
    /// The name under `plugins` in `config.yaml`: lower-case letters, digits and dashes.
    public let name: String
    /// One sentence for listings and help.
    public let summary: String
    /// The kinds of action it may ask for; any other is refused and traced. `delete`, `moderate`, `roles` and `drop` the operator has to grant
    /// by name besides.
    public let needs: Set<Capability>

    public init(_ name: String, _ summary: String = "", needs: Set<Capability>) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 },
            "a bot's name is lower-case letters, digits and dashes: '\(name)'")
        self.name = name
        self.summary = summary
        self.needs = needs
    }
}

/// A kind of action that a bot must name in its manifest before it may ask for it.
public enum Capability: String, Hashable, Sendable, CaseIterable {
    case reply, send, react, edit, delete, pin
    case direct = "dm"
    case whisper = "ephemeral"
    /// Mutes and kicks.
    case moderate
    /// Gives and takes roles.
    case roles
    case run
    /// Keeps in mind what is to come, and is told then.
    case appoint
    /// Keeps a message from those who come after it in the channel's list.
    case drop

    /// Whether an operator has to allow it by name (`grants` in `config.yaml`): what takes something from people.
    package var needsGrant: Bool {
        switch self {
        case .delete, .moderate, .roles, .drop: true
        case .reply, .send, .react, .edit, .pin, .direct, .whisper, .run, .appoint: false
        }
    }

    init(of action: Action) {
        switch action {
        case .reply, .editReply: self = .reply
        case .send: self = .send
        case .react, .unreact: self = .react
        case .edit: self = .edit
        case .delete: self = .delete
        case .pin: self = .pin
        case .direct: self = .direct
        case .whisper: self = .whisper
        case .member(let action): self.init(of: action)
        case .run: self = .run
        case .appoint, .dismiss: self = .appoint
        case .resolved(let outgoing): self.init(of: outgoing.request)
        }
    }

    private init(of request: ResolvedAction.Request) {
        switch request {
        case .send(_, let answering, _): self = answering == nil ? .send : .reply
        case .react, .unreact: self = .react
        case .edit: self = .edit
        case .editReply: self = .reply
        case .delete: self = .delete
        case .pin: self = .pin
        case .direct: self = .direct
        case .whisper: self = .whisper
        case .member(let action): self.init(of: action)
        case .relay: self = .send
        }
    }

    private init(of action: MemberAction) {
        switch action {
        case .mute, .unmute, .kick, .unban: self = .moderate
        case .addRole, .removeRole: self = .roles
        }
    }
}
