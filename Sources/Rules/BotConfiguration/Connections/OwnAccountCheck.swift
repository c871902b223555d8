import ChatModel

/// A check that the accounts of connections to Mezon are different ones, and that they join no channel that the configuration names for the
/// bot's own account: each account would take the other's copies for messages of a user, and links would relay them endlessly.
struct OwnAccountCheck {
    /// The bot's own account; nil if it is invalid.
    let bot: AccountSettings?
    let names: NameRegistry
    let diagnostics: DiagnosticCollector

    private struct Account: Hashable {
        let host: String
        let port: Int
        let id: UserID
    }

    func refuse(_ connections: [ConnectionSettings]) {
        var first: [Account: ConnectionSettings] = [:]
        for connection in connections {
            // The id is unknown while the format is recorded and in a stored revision.
            guard let settings = connection.network.settings as? MezonSettings, !settings.id.isNone else { continue }
            let account = Account(host: settings.host.lowercased(), port: settings.port, id: settings.id)
            if let other = first[account] {
                diagnostics.error(
                    "same-account", "the connection '\(other.name)' already logs in with this account (\(other.position))",
                    at: connection.position, suggestion: "put the channels of both into one connection")
            }
            first[account] = first[account] ?? connection
            guard case .remote(let host, account.port, _)? = bot?.gateway, host.lowercased() == account.host else { continue }
            if bot?.credentials?.id == account.id {
                diagnostics.error(
                    "own-account", "'\(connection.name)' uses the bot's own account, whose channels need no connection",
                    at: connection.position, suggestion: "use another application, with its own id and token")
            }
            for channel in connection.channels { refuse(channel) }
        }
    }

    private func refuse(_ channel: ConnectionSettings.RemoteChannel) {
        let channels = names.all.filter { $0.kind == .channels }
        guard let id = ChannelID(channel.name), let own = channels.first(where: { $0.id == id.rawValue }),
            let place = channels.first(where: { $0.id == channel.id.rawValue })
        else { return }
        diagnostics.error(
            "same-room", "'\(own.name)' (\(own.position)) is this channel: the bot is in it with its own account",
            at: place.position, suggestion: "remove one of the two")
    }
}
