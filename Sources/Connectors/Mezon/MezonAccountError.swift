import ChatModel

/// The reason why a connection to Mezon ends although the login succeeded.
enum MezonAccountError: Error, Hashable, CustomStringConvertible {
    /// The account is the bot's own: each of its messages would arrive twice.
    case isOwnAccount(UserID)

    var description: String {
        switch self {
        case .isOwnAccount(let user):
            "the account is the bot's own user \(user): use another application, with its own id and token"
        }
    }
}
