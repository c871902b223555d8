/// Why a web address was not read.
public enum HTTPError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// It is no address of https or http, or carries a name and a password.
    case badURL(String)
    /// A header that a bot cannot set, or not so.
    case badHeader(String)
    /// The operator has not allowed it: `https://api.example.org`.
    case notAllowed(String)
    /// The name leads into a network of one's own.
    case insideAddress(host: String, address: String)
    case unknownHost(String)
    case unreachable(String)
    case timedOut(after: Duration)
    case tooLarge(limitInBytes: Int)
    case tooManyHeaders(limit: Int)
    /// The bot has asked for too much about one event.
    case tooManyRequests(limit: Int)
    /// The answer's body is not the JSON that was asked for.
    case notJSON(String)

    public var description: String {
        switch self {
        case .badURL(let url): "'\(url)' is not an address of https or http that can be read"
        case .badHeader(let name): "the header '\(name)' cannot be sent"
        case .notAllowed(let origin): "\(origin) is not allowed; the operator can allow it under 'http' of this bot"
        case .insideAddress(let host, let address): "\(host) leads to \(address), which is no address of the Internet"
        case .unknownHost(let host): "there is no host \(host)"
        case .unreachable(let reason): "it cannot be reached: \(reason)"
        case .timedOut(let time): "it did not answer within \(time)"
        case .tooLarge(let limit): "its answer is larger than \(limit) bytes"
        case .tooManyHeaders(let limit): "its answer has more than \(limit) headers, or too long ones"
        case .tooManyRequests(let limit): "a bot may make \(limit) requests about one event"
        case .notJSON(let reason): "its answer is not the JSON that was expected: \(reason)"
        }
    }
}
