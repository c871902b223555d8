/// What a bot may read over HTTP, and how much of it. Nothing, until an operator allows it.
package struct HTTPAccessPolicy: Hashable, Sendable {
    /// Those that must lie outside of every network of one's own.
    package var allowed: Set<WebOrigin> = []
    /// Those that may lie inside: the operator named them with scheme and port.
    package var inside: Set<WebOrigin> = []
    /// For one request, from its beginning to the last byte of its answer.
    package var timeout = usualTimeout
    package var mostBytes = usualMostBytes

    package static let usualTimeout = Duration.seconds(5)  // A bot has ten seconds for everything.
    package static let usualMostBytes = 1 << 20
    /// What is read is kept with the turn.
    package static let largestMostBytes = 8 << 20

    package init() {}

    package func contains(_ origin: WebOrigin) -> Bool { allowed.contains(origin) || inside.contains(origin) }
}
