/// The resources that unauthenticated callers can use.
package struct WebhookServerLimits: Hashable, Sendable {
    package var connections = 256
    package var headers = 64
    package var headerBytes = 16 << 10
    /// The total size of all bodies that are being read or verified.
    package var heldBytes = 32 << 20
    /// The number of calls processed at once; further callers are asked to retry.
    package var calls = 64

    package var headTime = Duration.seconds(10)
    package var bodyTime = Duration.seconds(30)
    /// The time limit for storing a call. Callers give up on a slower response.
    package var handlingTimeout = Duration.seconds(30)
    package var idleTime = Duration.seconds(60)
    /// The time after the last response in which the caller can read it.
    package var lingerTime = Duration.seconds(5)

    package init() {}
}
