import ChatModel

/// A formatter for the requests in a clan's transcript.
enum TranscriptFormatter {
    /// Returns a description such as `#general reply "pong"`.
    static func words(for outgoing: ResolvedAction, in channel: Channel) -> String {
        let place = channel.label.isEmpty ? "direct" : "#\(channel.label)"
        let what =
            switch outgoing.request {
            case .send(let draft, _, _), .directMessage(let draft, _), .ephemeral(let draft, _, _):
                (draft.kind.map { "\($0.rawValue) " } ?? "") + quoted(Poll(draft.content)?.question ?? draft.content.text)
            case .react(let emoji, let message, _), .unreact(let emoji, let message, _): "\(emoji) on \(message)"
            case .edit(let message, let draft, _): "\(message) to \(quoted(draft.content.text))"
            case .editReply(let message, let draft, _): "the answer to \(message) to \(quoted(draft.content.text))"
            case .withdraw(let delivery): "of #\(delivery.cause)"
            case .delete(let message, _), .pin(let message): "\(message)"
            case .thread(let opening, _): "\(opening.name.terminalSafe): \(quoted(opening.draft.content.text))"
            case .clan(.archiveThread(let name)): name.map { quoted($0) } ?? "here"
            case .clan(.nickname(let name, _)), .clan(.status(let name, _)): quoted(name)
            case .clan(.createChannel(let new, _)): quoted(new.name)
            case .clan(.archiveChannel(let channel)): "\(channel)"
            case .account(.sendTokens(let tokens, let user, let note)): "\(tokens) to \(user): \(quoted(note))"
            case .account(.giveCoffee(let order)): "for \(order.message)"
            case .account(.createGroup(let users, let name)): "\(quoted(name)) of \(users)"
            case .account(.closeConversation(let channel)): "\(channel)"
            case .account(.playMedia(let playback)): "\(quoted(playback.title)) in \(playback.room.terminalSafe)"
            case .call(let call): call.name.terminalSafe
            case .member(let action): "\(action.user)"
            case .web(let web): "\(web.request.method.rawValue) \(web.request.url.terminalSafe)"
            case .relay(let relayed): "of \(relayed.origin) \(outgoing.draft.map { quoted($0.content.text) } ?? "")"
            }
        return "\(place) \(outgoing.request.kind) \(what)"
    }

    static func quoted(_ text: String) -> String { "\"\(text.terminalSafe)\"" }
}
