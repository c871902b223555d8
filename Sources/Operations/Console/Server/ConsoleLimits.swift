/// The limits of the console's server.
struct ConsoleLimits: Sendable {
    /// Connections at a time. A further one takes the place of the one that has waited longest for a request.
    var connections = 64
    var headerBytes = 16 << 10
    var headers = 64
    /// The time for the head and body of a request, from its first byte or from the opening of its connection.
    var requestTime: Duration = .seconds(10)
    /// The time after which an unused connection is closed.
    var idleTime: Duration = .seconds(60)
    /// Browsers that watch the journal at a time.
    var streams = 16
    /// Batches that wait for a slow browser before its stream ends.
    var batchesPerStream = 64
}
