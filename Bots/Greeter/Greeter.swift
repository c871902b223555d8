import BotKit

/// Welcomes people who join the clan.
struct Greeter: Bot {
    struct Options: BotOptions {
        /// Where to say it; with none, nobody is welcomed.
        var channel: ChannelID = 0
        /// `{name}` becomes a mention of the newcomer.
        var text = "Xin chào {name}! Welcome."
    }

    static let manifest = Manifest("greeter", "Welcomes people who join the clan.", needs: [.send])
    let options: Options

    func notice(_ event: Event, _ context: Context) -> [Action] {
        guard case .memberJoined(let joined) = event, let newcomer = joined.users.first, !options.channel.isNone else {
            return []
        }
        return [.send(welcome(newcomer, called: joined.username), to: options.channel)]
    }

    private func welcome(_ user: UserID, called username: String) -> Draft {
        let pieces = options.text.split(separator: "{name}", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2 else { return Draft(options.text) }
        let name = "@\(username)"
        let start = pieces[0].utf16.count
        let mention = Mention(user: user, username: username, range: TextRange(start, start + name.utf16.count))
        return Draft(Content(pieces[0] + name + pieces[1]), mentions: [mention])
    }
}
