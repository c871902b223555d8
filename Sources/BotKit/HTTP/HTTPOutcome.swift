/// How a read of a web address ended.
package enum HTTPOutcome: Hashable, Sendable, Codable {
    case response(HTTPResponse)
    case failure(HTTPError)
}
