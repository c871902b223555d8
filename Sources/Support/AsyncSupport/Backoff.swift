/// A delay before the next attempt: a random part of an interval that doubles ("full jitter"), so that many clients do not reconnect at
/// once.
package struct Backoff: Equatable, Sendable {
    package let minimum: Duration
    package let maximum: Duration
    private var span: Duration

    /// - Parameter failures: The number of failed attempts until now, where they are counted elsewhere; at least one.
    package init(shortest: Duration = .milliseconds(500), longest: Duration = .seconds(60), after failures: Int = 1) {
        minimum = shortest
        maximum = longest
        span = min(shortest * (1 << min(max(0, failures - 1), 20)), longest)
    }

    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { span = min(span * 2, maximum) }
        return span * Double.random(in: 0...1, using: &generator)
    }

    package mutating func reset() { span = minimum }
}
