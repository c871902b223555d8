import BotConfiguration
import ChatModel
import Foundation
import Synchronization

/// The open endpoints, each with its signature verifier and its rate limiter. They can be replaced while calls arrive.
final class RouteTable: Sendable {
    private struct Entry {
        let door: WebhookEndpoint
        let check: SignatureVerifier
        var pace: WebhookRateLimiter
    }

    private let entries: Mutex<[String: Entry]>

    init(_ doors: [WebhookEndpoint], at now: Duration) throws(WebhookServerError) {
        entries = Mutex(try Self.entries(doors, at: now, keeping: [:]))
    }

    /// Replaces all endpoints, or none if one of the new ones is invalid.
    func replace(_ doors: [WebhookEndpoint], at now: Duration) throws(WebhookServerError) {
        let old = entries.withLock { $0 }
        let new = try Self.entries(doors, at: now, keeping: old)
        entries.withLock { $0 = new }
    }

    func door(_ path: String) -> WebhookEndpoint? { entries.withLock { $0[path]?.door } }

    /// Verifies a call with the current secrets: if they were replaced after the call began, the new ones apply.
    func verify(_ draft: UnverifiedWebhook, at now: Date) -> SignatureVerifier.Result {
        guard let check = entries.withLock({ $0[draft.door.path]?.check }) else { return .forged }
        return check.judgement(of: draft.body, draft.headers, at: now)
    }

    /// Returns nil if another call may be accepted, otherwise the time to wait.
    func wait(_ path: String, at now: Duration) -> Duration? { entries.withLock { $0[path]?.pace.wait(at: now) } }

    private static func entries(
        _ doors: [WebhookEndpoint], at now: Duration, keeping old: [String: Entry]
    ) throws(WebhookServerError) -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for door in doors {
            guard WebhookEndpoint.isPath(door.path) else { throw .badPath(door.path) }
            guard entries[door.path] == nil else { throw .samePathTwice(door.path) }
            let check: SignatureVerifier
            do { check = try SignatureVerifier(door.signing) } catch { throw .badSecret(path: door.path, error) }
            var pace = WebhookRateLimiter(maxPerMinute: door.maxPerMinute, at: now)
            if let known = old[door.path], known.door.maxPerMinute == door.maxPerMinute { pace = known.pace }
            entries[door.path] = Entry(door: door, check: check, pace: pace)
        }
        return entries
    }
}
