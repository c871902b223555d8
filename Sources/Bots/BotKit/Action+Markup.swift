import ChatModel

extension Action {
    /// The action with the Markdown in its texts converted to markup.
    var withMarkup: Action {
        switch self {
        case .reply(let draft): .reply(draft.markedUp)
        case .send(let draft, let channel): .send(draft.markedUp, to: channel)
        case .editReply(let draft): .editReply(draft.markedUp)
        case .edit(let message, let draft): .edit(message, draft.markedUp)
        case .directMessage(let draft, let user): .directMessage(draft.markedUp, to: user)
        case .ephemeral(let draft, let user): .ephemeral(draft.markedUp, to: user)
        case .thread(var opening):
            {
                opening.draft = opening.draft.markedUp
                return .thread(opening)
            }()
        case .react, .delete, .unreact, .pin, .clan, .member, .run, .schedule, .cancel, .request, .resolved, .account, .call: self
        }
    }
}
