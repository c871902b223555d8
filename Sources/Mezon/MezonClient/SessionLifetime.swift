import Foundation

/// The lifetime of a session, measured by the machine's uptime so that a wrong wall clock cannot cause a login loop.
struct SessionLifetime: Hashable, Sendable {
    /// The uptimes at which the session should be renewed and at which it ends.
    var renewal: Duration
    var end: Duration

    /// The lifetime for tokens without a valid one; a 401 ends a session earlier anyway.
    static let assumed: Duration = .seconds(30 * 60)
    // Limits for the claimed lifetime: a shorter one would cause continuous logins, a longer one could overflow.
    static let minimum: Duration = .seconds(60)
    static let maximum: Duration = .seconds(30 * 86400)

    /// - Parameters:
    ///   - uptime: The uptime at which the session was received.
    ///   - now: The wall clock, used only for a token without an issue time.
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
        return min(max(.seconds(seconds), minimum), maximum)
    }
}
