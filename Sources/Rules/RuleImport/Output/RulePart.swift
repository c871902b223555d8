/// A rule as it will be written: one of those that take the place of a foreign rule.
struct RulePart: Sendable {
    let id: String
    let draft: RuleDraft
    /// The reason why it is written as a comment alone.
    var failure: ImportRemark?

    init(id: String, draft: RuleDraft) {
        self.id = id
        self.draft = draft
        if draft.actions.isEmpty || draft.triggers.isEmpty {
            failure = .gap("actions", "nothing is left to do, so the rule is only a comment")
        }
    }

    /// The remarks of the draft. Where nothing is left to do, they say why.
    var remarks: [ImportRemark] {
        guard let failure, draft.isComplete || !draft.actions.isEmpty else { return draft.remarks }
        return draft.remarks + [failure]
    }

    /// The lines of the rule, for a list with an indentation of two.
    var lines: [String] {
        var writer = YAMLWriter()
        writer.write(item: draft.node(id: id), indent: 2, asBlock: true)
        return writer.lines
    }
}
