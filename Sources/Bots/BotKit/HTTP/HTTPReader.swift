/// A client for the web addresses that the operator has allowed for this bot.
///
///     let weather = try await context.http.get("https://api.example.org/weather?city=Hanoi").json(as: Weather.self)
///
/// The client is read-only: it supports no method but GET, follows no redirects and keeps no cookies. Addresses are stored with
/// the turn but header values are not, so send keys in headers. Responses are recorded, and processing the same event again uses
/// the recorded ones.
public struct HTTPReader: Sendable {
    /// The limit per event: every response is stored with its turn.
    static let maxRequests = 16

    let invocation: BotInvocation

    /// Reads an address and returns the response, whatever its status.
    ///
    /// - Throws: `HTTPError`, `ContextReadError`, `CancellationError`.
    public func get(_ url: String, headers: [String: String] = [:]) async throws -> HTTPResponse {
        guard invocation.countRequest() <= Self.maxRequests else { throw HTTPError.tooManyRequests(limit: Self.maxRequests) }
        let question = HTTPReadRequest(invocation.requester, url: url, headers: headers)
        let answer = try await invocation.read(.http(question))
        switch answer {
        case .http(.response(let response)): return response
        case .http(.failure(let failure)): throw failure
        default: throw ContextReadError(answer)
        }
    }
}
