extension Action {
    /// The message that the action sends or changes; nil if it does neither.
    var draft: Draft? {
        switch self {
        case .reply(let draft), .send(let draft, _), .editReply(let draft), .edit(_, let draft), .directMessage(let draft, _),
            .ephemeral(let draft, _):
            draft
        case .thread(let opening): opening.draft
        case .resolved(let outgoing): outgoing.draft
        case .react, .delete, .unreact, .pin, .clan, .member, .account, .call, .run, .schedule, .cancel, .request: nil
        }
    }
}
