package import BotConfig

/// The reason why webhooks cannot be received.
package enum WebhookServerError: Error, Hashable, CustomStringConvertible {
    case badPath(String)
    case samePathTwice(String)
    case badSecret(path: String, WebhookSecretError)
    /// Host names are not resolved, because their addresses may change.
    case badAddress(host: String, port: Int)
    case portInUse(Int)
    case cannotListen(host: String, port: Int, reason: String)
    case startedBefore

    package var description: String {
        switch self {
        case .badPath(let path): "'\(path)' cannot be a door's path: '/', then visible letters; /healthz is taken"
        case .samePathTwice(let path): "two doors have the path '\(path)'"
        case .badSecret(let path, let error): "the door '\(path)' cannot be opened: \(error)"
        case .badAddress(let host, let port): "'\(host)' and \(port) are no address in numbers and a port"
        case .portInUse(let port): "port \(port) is in use; choose another, or 0 for any free one"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host):\(port): \(reason)"
        case .startedBefore: "the receiver was started before; make a new one"
        }
    }
}
