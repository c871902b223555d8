/// How long to wait before a try, and when to give up.
package struct RetryPolicy: Sendable {
    /// After so many tries that failed for reasons that may pass, a delivery is dead: about ten minutes of trying.
    package var mostTries = 12
    package var first: Duration = .milliseconds(500)
    package var longest: Duration = .seconds(60)
    /// The longest wait that a server may name: one that says "next year" does not silence a channel for good.
    package var longestNamed: Duration = .seconds(3600)

    package init() {}

    /// The wait after a number of failed tries (one or more); full jitter, so that many do not come back at once.
    package func delay(after tries: Int, using random: inout some RandomNumberGenerator) -> Duration {
        let ceiling = min(longest, first * (1 << min(max(0, tries - 1), 10)))
        let milliseconds = ceiling / .milliseconds(1)
        return .milliseconds(Int64(Double.random(in: 0...milliseconds, using: &random)))
    }
}
