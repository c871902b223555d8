package import MezonModel

/// Something done to somebody, on its way into the store.
package struct NewCase: Sendable, Hashable {
    /// Who did it: `rule:flood`.
    package var author: String
    package var draft: CaseDraft

    package init(author: String, draft: CaseDraft) {
        self.author = author
        self.draft = draft
    }
}
