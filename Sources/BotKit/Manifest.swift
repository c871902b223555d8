/// What a bot is called and what it may do.
public struct Manifest: Hashable, Sendable {
    /// The name under `plugins` in `config.yaml`: lower-case letters, digits and dashes.
    public let name: String
    /// One sentence for listings and help.
    public let summary: String
    /// The kinds of action it may ask for; any other is refused and traced.
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
    case moderate
    case run

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
        case .member: self = .moderate
        case .run: self = .run
        case .resolved(let outgoing): self.init(of: outgoing.request)
        }
    }

    private init(of request: Outgoing.Request) {
        switch request {
        case .send(_, let answering, _): self = answering == nil ? .send : .reply
        case .react, .unreact: self = .react
        case .edit: self = .edit
        case .editReply: self = .reply
        case .delete: self = .delete
        case .pin: self = .pin
        case .direct: self = .direct
        case .whisper: self = .whisper
        case .member: self = .moderate
        }
    }
}
