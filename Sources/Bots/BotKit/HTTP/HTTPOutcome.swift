/// The result of reading a web address.
package enum HTTPOutcome: Hashable, Sendable, Codable {
    case response(HTTPResponse)
    case failure(HTTPError)
}
