import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import Synchronization

/// The open endpoints, each with its signature verifier and its rate limiter. They can be replaced while calls arrive.
final class RouteTable: Sendable {
    private struct Entry {
        let endpoint: WebhookEndpoint
        let verifier: SignatureVerifier
        /// A minute's calls at once, and as many in each following minute.
        var rateLimiter: BurstRateLimiter
    }

    private let entries: Mutex<[String: Entry]>

    init(_ endpoints: [WebhookEndpoint]) throws(WebhookServerError) {
        entries = Mutex(try Self.entries(endpoints, keeping: [:]))
    }

    /// Replaces all endpoints, or none if one of the new ones is invalid.
    func replace(_ endpoints: [WebhookEndpoint]) throws(WebhookServerError) {
        let old = entries.withLock { $0 }
        let new = try Self.entries(endpoints, keeping: old)
        entries.withLock { $0 = new }
    }

    func endpoint(_ path: String) -> WebhookEndpoint? { entries.withLock { $0[path]?.endpoint } }

    /// Verifies a call with the current secrets: if they were replaced after the call began, the new ones apply.
    func verify(_ draft: UnverifiedWebhook, at now: Date) -> SignatureVerifier.Result {
        guard let verifier = entries.withLock({ $0[draft.endpoint.path]?.verifier }) else { return .forged }
        return verifier.result(of: draft.body, draft.headers, at: now)
    }

    /// Returns nil if another call may be accepted, otherwise the time to wait.
    func wait(_ path: String, at now: Duration) -> Duration? { entries.withLock { $0[path]?.rateLimiter.wait(at: now) } }

    private static func entries(
        _ endpoints: [WebhookEndpoint], keeping old: [String: Entry]
    ) throws(WebhookServerError) -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for endpoint in endpoints {
            guard WebhookEndpoint.isPath(endpoint.path) else { throw .badPath(endpoint.path) }
            guard entries[endpoint.path] == nil else { throw .samePathTwice(endpoint.path) }
            let verifier: SignatureVerifier
            do { verifier = try SignatureVerifier(endpoint.signing) } catch { throw .badSecret(path: endpoint.path, error) }
            let perMinute = max(endpoint.maxPerMinute, 1)
            var rateLimiter = BurstRateLimiter(burst: perMinute, every: .seconds(60) / perMinute)
            if let known = old[endpoint.path], known.endpoint.maxPerMinute == endpoint.maxPerMinute {
                rateLimiter = known.rateLimiter
            }
            entries[endpoint.path] = Entry(endpoint: endpoint, verifier: verifier, rateLimiter: rateLimiter)
        }
        return entries
    }
}
