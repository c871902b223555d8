package import ChatModel

/// A measure against a user, to be stored.
package struct NewCase: Sendable, Hashable {
    /// The author, for example `rule:flood`.
    package var author: String
    package var draft: CaseDraft

    package init(author: String, draft: CaseDraft) {
        self.author = author
        self.draft = draft
    }
}
