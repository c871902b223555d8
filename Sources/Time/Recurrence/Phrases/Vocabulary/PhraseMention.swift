package import ChatModel

/// A user, role or channel that a message mentions, with its range. The text in the range is not parsed.
package struct PhraseMention: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case user(UserID)
        case role(RoleID)
        case channel(ChannelID)
    }

    package var subject: Subject
    package var range: TextRange

    package init(_ subject: Subject, _ range: TextRange) {
        self.subject = subject
        self.range = range
    }
}
