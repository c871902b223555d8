import AsyncSupport

/// The delays between attempts, and the maximum number of attempts.
package struct RetryPolicy: Sendable {
    /// The number of transient failures after which a delivery is dead: about ten minutes of attempts.
    package var maxAttempts = 12
    package var first: Duration = .milliseconds(500)
    package var longest: Duration = .seconds(60)
    /// The maximum delay accepted from a server, so that a wrong value does not block a channel for good.
    package var maxServerDelay: Duration = .seconds(3600)

    package init() {}

    /// The delay after a number of failed attempts (one or more), with full jitter to spread simultaneous retries. It is in whole
    /// milliseconds, as the outbox stores the time of the retry.
    package func delay(after tries: Int, using random: inout some RandomNumberGenerator) -> Duration {
        var backoff = Backoff(shortest: first, longest: longest, after: tries)
        return .milliseconds(Int((backoff.next(using: &random) / .milliseconds(1)).rounded(.up)))
    }
}
