import ChatModel

/// The answer to `GET /control/state`.
struct ControlState: Encodable {
    var accounts: [Account]
    var channels: [Channel]
    var connections: Int
    var messages: Int
    var faults: Int
    var switches: CompatibilityFlags
    /// The number of typing indicators so far.
    var typing: Int
    var seen: [ReadMarker]

    /// The message up to which an account has read a channel.
    struct ReadMarker: Encodable {
        var user: UserID
        var channel: ChannelID
        var message: MessageID
    }

    /// An account with its token, which no other answer contains: programs with access to the control endpoint may log in
    /// as any account.
    struct Account: Encodable {
        var name: String
        var appid: UserID
        var token: String
        var isApp: Bool
        var connections: Int

        init(_ account: GatewayAccount, connections: Int) {
            name = account.name
            appid = account.appID
            token = account.token.reveal()
            isApp = account.isApp
            self.connections = connections
        }

        enum CodingKeys: String, CodingKey {
            case name, appid, token, connections
            case isApp = "is_app"
        }
    }

    struct Channel: Encodable {
        var id: ChannelID
        var clan: ClanID
        var label: String
        var isPrivate: Bool
    }
}
