/// An error in reading a web address.
@nonexhaustive
public enum HTTPError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The address is not http or https, or contains a user name and password.
    case badURL(String)
    /// The header is reserved or has an invalid value.
    case badHeader(String)
    /// The operator has not allowed the origin: `https://api.example.org`.
    case notAllowed(String)
    /// The host resolves to a private address.
    case insideAddress(host: String, address: String)
    /// The host does not exist.
    case unknownHost(String)
    /// The connection failed, with the reason.
    case unreachable(String)
    /// The server did not answer within the time limit.
    case timedOut(after: Duration)
    /// The response is larger than the limit.
    case tooLarge(limitInBytes: Int)
    /// The response has more headers than the limit, or headers that are too long.
    case tooManyHeaders(limit: Int)
    /// The bot has made too many requests for one event.
    case tooManyRequests(limit: Int)
    /// The body is not the expected JSON.
    case notJSON(String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .badURL(let url): "'\(url)' is not a valid http or https URL"
        case .badHeader(let name): "the header '\(name)' cannot be sent"
        case .notAllowed(let origin): "\(origin) is not allowed; the operator can allow it under 'http' of this bot"
        case .insideAddress(let host, let address): "\(host) resolves to \(address), which is not a public address"
        case .unknownHost(let host): "unknown host \(host)"
        case .unreachable(let reason): "it cannot be reached: \(reason)"
        case .timedOut(let time): "it did not answer within \(time)"
        case .tooLarge(let limit): "the response is larger than \(limit) bytes"
        case .tooManyHeaders(let limit): "the response has more than \(limit) headers, or too long ones"
        case .tooManyRequests(let limit): "a bot may make at most \(limit) requests per event"
        case .notJSON(let reason): "the response is not the expected JSON: \(reason)"
        }
    }
}
