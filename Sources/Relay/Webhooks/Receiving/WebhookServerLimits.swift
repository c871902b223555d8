/// How much a receiver takes from whoever connects, before anybody has shown who they are.
package struct WebhookServerLimits: Hashable, Sendable {
    package var connections = 256
    package var headers = 64
    package var headerBytes = 16 << 10
    /// Of all bodies together that are being read or judged.
    package var heldBytes = 32 << 20
    /// Calls that are judged and taken at once; more are asked to come again.
    package var calls = 64

    package var headTime = Duration.seconds(10)
    package var bodyTime = Duration.seconds(30)
    /// For whoever takes calls; a store that answers later than that is as good as none to a caller.
    package var takingTime = Duration.seconds(30)
    package var idleTime = Duration.seconds(60)
    /// After the last answer, until the other side has read it.
    package var lingerTime = Duration.seconds(5)

    package init() {}
}
