import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp

/// Answers requests for the metrics.
struct MetricsEndpoint: Sendable {
    enum Reply: Equatable, Sendable {
        case metrics(String)
        /// The request has no token, or a wrong one.
        case unauthorized
        /// No token is configured, and others than the users of this machine may reach the console.
        case forbidden
    }

    private let token: SecretToken?
    private let isLocal: Bool
    private let cache: MetricsCache

    init(_ settings: ConsoleSettings, _ cache: MetricsCache) {
        token = settings.metricsToken.map { SecretToken($0) }
        isLocal = LoopbackHost.contains(settings.listen.host) && settings.published == nil
        self.cache = cache
    }

    /// A Boolean value that indicates whether every request has to present the token.
    var needsToken: Bool { token != nil }

    /// - Parameter authorization: The value of the header; nil without one.
    func reply(authorization: String?) async throws -> Reply {
        if let token {
            guard token.matches(bearer: authorization) else { return .unauthorized }
        } else if !isLocal {
            return .forbidden
        }
        return .metrics(try await cache.text())
    }
}

extension MetricsCache {
    /// Creates a cache of the metrics of an application.
    init(_ context: ConsoleContext, version: String, feed: JournalFeed) {
        self.init(time: context.access.time) {
            MetricsText(
                try await context.access.metrics(), version: version, streams: (open: feed.watching, dropped: feed.dropped)
            ).text
        }
    }
}
