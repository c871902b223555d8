/// An error that prevents the start of the application or ends it.
package enum ApplicationError: Error, Equatable, CustomStringConvertible {
    case loginRefused(String)
    case gatewayUnreachable(String)
    case cannotWrite(file: String, reason: String)
    case stateUnreadable(bot: String, key: String, reason: String)

    package var description: String {
        switch self {
        case .loginRefused(let reason): reason
        case .gatewayUnreachable(let reason): reason
        case .cannotWrite(let file, let reason): "\(file) cannot be written: \(reason)"
        case .stateUnreadable(let bot, let key, let reason):
            "the bot '\(bot)' cannot read the state \(key) that an earlier build stored: \(reason)"
        }
    }
}
