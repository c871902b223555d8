/// The kind of a message that Mezon shows in a way of its own.
@nonexhaustive
public enum MessageKind: String, Hashable, Sendable, Codable {
    /// A user's card.
    case contact
    /// A place on the map.
    case location
    /// A poll, which the server creates.
    case poll

    /// The kind in Mezon's protocol.
    package var code: MessageCode {
        switch self {
        case .contact: .contact
        case .location: .location
        case .poll: .poll
        }
    }

    /// Returns the kind of a code; nil for an ordinary message and for the server's notices.
    package init?(_ code: MessageCode) {
        switch code {
        case .contact: self = .contact
        case .location: self = .location
        case .poll: self = .poll
        default: return nil
        }
    }
}

extension Draft {
    /// The maximum size of the JSON of a poll or contact in UTF-16 units: a message has 4000, and cannot be split.
    private static let maxUnits = 3900

    /// The reason why a draft of a kind of its own cannot be sent; nil if it can be, and for an ordinary draft.
    package var kindProblem: String? {
        switch kind {
        case nil: return nil
        case .location: return content.location == nil ? "a location that is no place on the map" : nil
        case .contact:
            guard let contact = content.contact else { return "a contact without a user and a username" }
            if let problem = contact.problem { return problem }
        case .poll:
            guard let poll = Poll(content) else { return "a poll without answers" }
            if let problem = poll.problem { return problem }
            guard content.text.isEmpty, mentions.isEmpty, attachments.isEmpty, content.extras["components"] == nil,
                content.extras["embed"] == nil
            else { return "a poll beside other content; send it as a message of its own" }
        }
        let units = (try? JSONText.text(content.extras))?.utf16.count ?? .max
        guard units > Self.maxUnits else { return nil }
        return "a \(kind?.rawValue ?? "message") of \(units) characters as JSON; the maximum is \(Self.maxUnits)"
    }
}
