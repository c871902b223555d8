public import BotKit
import Synchronization

/// The responses of web addresses in a test clan, by the complete address.
final class TestWeb: Sendable {
    private let functions = Mutex<[String: @Sendable (WebRequest) -> HTTPResponse]>([:])
    private let answers = Mutex<[String: HTTPOutcome]>([:])

    /// Returns the outcome of a durable request, of which the address alone counts unless a function answers it.
    func answer(to request: WebRequest) -> HTTPOutcome? {
        functions.withLock { $0[request.url] }.map { .response($0(request)) } ?? answer(at: request.url)
    }

    func set(_ function: @escaping @Sendable (WebRequest) -> HTTPResponse, at url: String) {
        functions.withLock { $0[url] = function }
    }

    func set(_ outcome: HTTPOutcome, at url: String) { answers.withLock { $0[url] = outcome } }

    func answer(at url: String) -> HTTPOutcome? { answers.withLock { $0[url] } }
}

extension TestClan {
    /// Sets the response of a web address from now on.
    ///
    ///     clan.http("https://api.example.org/weather", answers: HTTPResponse("27 °C"))
    public func http(_ url: String, answers response: HTTPResponse) { runtime.web.set(.response(response), at: url) }

    /// Sets a function that answers the durable requests to a web address from now on.
    ///
    ///     clan.http("https://api.example.org/ask") { HTTPResponse("You asked: \($0.body?.bytes.count ?? 0) bytes") }
    public func http(_ url: String, answers function: @escaping @Sendable (WebRequest) -> HTTPResponse) {
        runtime.web.set(function, at: url)
    }

    /// Sets the error with which reading a web address fails from now on.
    public func http(_ url: String, fails failure: HTTPError) { runtime.web.set(.failure(failure), at: url) }
}
