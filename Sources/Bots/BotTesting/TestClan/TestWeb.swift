public import BotKit
import Synchronization

/// The responses of web addresses in a test clan, by the complete address.
final class TestWeb: Sendable {
    private let answers = Mutex<[String: HTTPOutcome]>([:])

    func set(_ outcome: HTTPOutcome, at url: String) { answers.withLock { $0[url] = outcome } }

    func answer(at url: String) -> HTTPOutcome? { answers.withLock { $0[url] } }
}

extension TestClan {
    /// Sets the response of a web address from now on.
    ///
    ///     clan.http("https://api.example.org/weather", answers: HTTPResponse("27 °C"))
    public func http(_ url: String, answers response: HTTPResponse) { runtime.web.set(.response(response), at: url) }

    /// Sets the error with which reading a web address fails from now on.
    public func http(_ url: String, fails failure: HTTPError) { runtime.web.set(.failure(failure), at: url) }
}
