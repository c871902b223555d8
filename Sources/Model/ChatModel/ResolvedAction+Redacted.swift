extension ResolvedAction {
    /// The action without its texts and without the quoted content.
    package var redacted: ResolvedAction {
        var outgoing = self
        switch request {
        case .send(let draft, let reference, let topic):
            let bare = reference.map { Reference(message: $0.message, sender: $0.sender) }
            outgoing.request = .send(draft.redacted, answering: bare, topic: topic)
        case .thread(var opening, let reference):
            opening.draft = opening.draft.redacted
            let bare = reference.map { Reference(message: $0.message, sender: $0.sender) }
            outgoing.request = .thread(opening, answering: bare)
        case .relay(let relayed): outgoing.request = .relay(relayed.redacted)
        case .web(let web): outgoing.request = .web(web.redacted)
        case .member(.mute(let user, let channel, let until, _)):
            outgoing.request = .member(.mute(user, in: channel, until: until, reason: ""))
        case .member(.kick(let user, let clan, _)): outgoing.request = .member(.kick(user, of: clan, reason: ""))
        case .clan(.status(_, let clan)): outgoing.request = .clan(.status("", of: clan))
        case .account(let action): outgoing.request = .account(action.redacted)
        case .call(let call): outgoing.request = .call(ProcedureCall(call.name))
        default: if let draft { outgoing.draft = draft.redacted }
        }
        return outgoing
    }

    /// Returns whether the action concerns a user: mentions them, replies to them, is sent to them or is performed on them.
    package func concerns(_ person: UserID) -> Bool {
        switch request {
        case .send(let draft, let reference, _): reference?.sender == person || draft.mentions.contains { $0.user == person }
        case .directMessage(let draft, let user), .ephemeral(let draft, let user, _):
            user == person || draft.mentions.contains { $0.user == person }
        case .thread(let opening, let reference):
            reference?.sender == person || opening.members.contains(person)
                || opening.draft.mentions.contains { $0.user == person }
        case .edit(_, let draft, _), .editReply(_, let draft, _): draft.mentions.contains { $0.user == person }
        case .member(let action): action.user == person
        case .relay(let relayed): relayed.author == person
        case .account(.createGroup(let users, _)): users.contains(person)
        case .account(let action): action.user == person
        case .web(let web): web.origin.user == person || web.origin.reference?.sender == person
        case .react, .unreact, .withdraw, .delete, .pin, .clan, .call: false
        }
    }
}

extension RelayedMessage {
    fileprivate var redacted: RelayedMessage {
        var relayed = self
        relayed.face = nil
        relayed.headers = nil
        switch operation {
        case .show(let draft, let reference):
            relayed.operation = .show(
                draft.redacted, answering: reference.map { Reference(message: $0.message, sender: $0.sender) })
        case .edit(let draft): relayed.operation = .edit(draft.redacted)
        case .delete, .react, .unreact: break
        }
        return relayed
    }
}

extension Draft {
    /// The draft with its mentions and without any text.
    fileprivate var redacted: Draft {
        Draft(
            Content(""),
            mentions: mentions.map { Mention(user: $0.user, username: "", role: $0.role, roleName: "", range: $0.range) })
    }
}
