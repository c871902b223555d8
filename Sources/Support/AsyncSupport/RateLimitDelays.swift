/// The starts that had to wait for a rate limit, and for how long in all.
package struct RateLimitDelays: Hashable, Sendable {
    package var count = 0
    package var total = Duration.zero

    package init() {}
}
