import BotConfig
import Foundation
import MezonModel
import Synchronization

/// The doors that are open, each with what it checks and how many it lets in; they can be replaced while calls come in.
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

    /// All of them, or none where one of the new ones cannot be.
    func replace(_ doors: [WebhookEndpoint], at now: Duration) throws(WebhookServerError) {
        let old = entries.withLock { $0 }
        let new = try Self.entries(doors, at: now, keeping: old)
        entries.withLock { $0 = new }
    }

    func door(_ path: String) -> WebhookEndpoint? { entries.withLock { $0[path]?.door } }

    /// By the secrets of now: a call that was begun before they were replaced is judged by the new ones.
    func judgement(of draft: UnverifiedWebhook, at now: Date) -> SignatureVerifier.Result {
        guard let check = entries.withLock({ $0[draft.door.path]?.check }) else { return .forged }
        return check.judgement(of: draft.body, draft.headers, at: now)
    }

    /// nil where one more may come; else how long it has to wait.
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
            var pace = WebhookRateLimiter(mostPerMinute: door.mostPerMinute, at: now)
            if let known = old[door.path], known.door.mostPerMinute == door.mostPerMinute { pace = known.pace }
            entries[door.path] = Entry(door: door, check: check, pace: pace)
        }
        return entries
    }
}
