package import MezonModel

/// A person, role or channel that a message mentions, and where. The text there is not read.
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
