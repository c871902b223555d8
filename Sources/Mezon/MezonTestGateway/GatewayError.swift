/// A reason for which a gateway does not start or refuses a control request.
package enum GatewayError: Error, Equatable, CustomStringConvertible {
    /// The address is not a loopback address; others are not served because the gateway has no access control.
    case notLoopback(host: String)
    case portInUse(Int)
    case cannotListen(host: String, port: Int, reason: String)
    case alreadyStarted
    case notRunning
    case badSeed(String)
    case noSuchAccount(String)
    case refused(String)

    package var description: String {
        switch self {
        case .notLoopback(let host): "the local gateway listens on loopback only, not on '\(host)'"
        case .portInUse(let port): "port \(port) is in use; choose another, or 0 for any free one"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host):\(port): \(reason)"
        case .alreadyStarted: "the gateway was started before; create a new one"
        case .notRunning: "the gateway is not running"
        case .badSeed(let reason): "the gateway's seed cannot be used: \(reason)"
        case .noSuchAccount(let name): "there is no account '\(name)'"
        case .refused(let reason): "the gateway refused: \(reason)"
        }
    }
}
