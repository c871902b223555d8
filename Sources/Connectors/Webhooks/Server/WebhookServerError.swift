package import BotConfiguration

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
        case .badPath(let path):
            "'\(path)' is not a valid endpoint path: it starts with '/' and has no '?', '#' or '%'; /healthz is reserved"
        case .samePathTwice(let path): "two endpoints have the path '\(path)'"
        case .badSecret(let path, let error): "the endpoint '\(path)' has an invalid secret: \(error)"
        case .badAddress(let host, let port): "'\(host)' is not an IP address or \(port) is not a port"
        case .portInUse(let port): "port \(port) is in use; choose another, or 0 for any free one"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host):\(port): \(reason)"
        case .startedBefore: "the webhook server can be started only once"
        }
    }
}
