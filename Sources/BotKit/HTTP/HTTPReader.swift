/// Reads web addresses that the operator has allowed for this bot.
///
///     let weather = try await context.http.get("https://api.example.org/weather?city=Hanoi").json(as: Weather.self)
///
/// It only reads: there is no other method than GET, no redirect is followed, no cookie kept. Addresses are kept with the turn;
/// what headers say is not, so a key belongs into one. What was answered is kept, and the same event is answered from the record
/// again.
public struct HTTPReader: Sendable {
    /// About one event: each answer is kept with its turn.
    static let mostRequests = 16

    let attempt: BotInvocation

    /// Any answer is returned, whatever its status.
    ///
    /// - Throws: `HTTPError`, `ContextReadError`, `CancellationError`.
    public func get(_ url: String, headers: [String: String] = [:]) async throws -> HTTPResponse {
        guard attempt.countRequest() <= Self.mostRequests else { throw HTTPError.tooManyRequests(limit: Self.mostRequests) }
        let question = HTTPReadRequest(attempt.requester, url: url, headers: headers)
        let answer = try await attempt.read(.http(question))
        switch answer {
        case .http(.response(let response)): return response
        case .http(.failure(let failure)): throw failure
        default: throw ContextReadError(answer)
        }
    }
}
