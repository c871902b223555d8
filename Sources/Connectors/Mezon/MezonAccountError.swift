import ChatModel

/// The reason why a connection to Mezon ends until the configuration is changed.
enum MezonAccountError: Error, Hashable, CustomStringConvertible {
    /// The server does not accept the credentials.
    case refused(String)
    /// The account is the bot's own: each of its messages would arrive twice.
    case isOwnAccount(UserID)

    var description: String {
        switch self {
        case .refused(let reason): reason
        case .isOwnAccount(let user):
            "the account is the bot's own user \(user): use another application, with its own id and token"
        }
    }
}
