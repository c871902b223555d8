/// The origins that a bot may read over HTTP, and the limits. Empty until an operator allows some.
package struct HTTPAccessPolicy: Hashable, Sendable {
    /// The origins that must resolve to public addresses.
    package var allowed: Set<WebOrigin> = []
    /// The origins that may resolve to private addresses; the operator names them with scheme and port.
    package var allowedPrivate: Set<WebOrigin> = []
    /// The time limit of one request, from its start to the last byte of the response.
    package var timeout = defaultTimeout
    package var maxBytes = defaultMaxBytes
    /// The number of durable requests to one host that may start in any second.
    package var perSecond = defaultPerSecond

    package static let defaultTimeout = Duration.seconds(5)  // A bot has ten seconds for everything.
    package static let defaultMaxBytes = 1 << 20
    package static let defaultPerSecond = 5
    /// The upper bound of `maxBytes`: responses are stored with the turn.
    package static let maxBytesLimit = 8 << 20

    package init() {}

    package func contains(_ origin: WebOrigin) -> Bool { allowed.contains(origin) || allowedPrivate.contains(origin) }
}
