import Foundation

/// How long a session may be used, counted on the machine's uptime: a wall clock that is a day off must not cause a login loop.
struct SessionLifetime: Hashable, Sendable {
    /// When a fresh session should be had, and when this one ends.
    var renewal: Duration
    var end: Duration

    /// Used where the token does not say, or says nonsense; a 401 ends a session earlier anyway.
    static let assumed: Duration = .seconds(30 * 60)
    // Shorter and longer claims are cut to these: the first would log in without pause, the second could overflow.
    static let shortest: Duration = .seconds(60)
    static let longest: Duration = .seconds(30 * 86400)

    /// - Parameters:
    ///   - uptime: When the session was received.
    ///   - now: The wall clock, asked only for a token that does not say when it was issued.
    init(_ claims: TokenClaims?, receivedAt uptime: Duration, now: Date) {
        let length = Self.length(claims, now: now)
        renewal = uptime + length * 4 / 5
        end = uptime + length
    }

    private static func length(_ claims: TokenClaims?, now: Date) -> Duration {
        guard let claims, let expiry = claims.expiresAt else { return assumed }
        let start = claims.issuedAt ?? Int64(now.timeIntervalSince1970)
        let (seconds, overflow) = expiry.subtractingReportingOverflow(start)
        guard !overflow, seconds > 0 else { return assumed }
        return min(max(.seconds(seconds), shortest), longest)
    }
}
