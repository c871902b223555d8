/// The counters of the socket since the process started.
package struct ConnectionCounters: Hashable, Sendable {
    /// The number of attempts to connect.
    package var attempts = 0
    /// The number of connections that became ready.
    package var connections = 0
    package var frames = 0
    package var events = 0
    package var replies = 0
    /// The number of responses that arrived after their request was abandoned.
    package var staleReplies = 0
    package var textFrames = 0
    package var undecodableFrames = 0
    /// The number of events that are too long or that concern implausible message ids.
    package var refusedEvents = 0
    /// The number of RAW responses beyond the limits.
    package var droppedReplies = 0
    package var pings = 0
    /// The maximum delay of a ping.
    package var latestPing: Duration = .zero

    static func += (left: inout ConnectionCounters, right: ConnectionCounters) {
        left.attempts += right.attempts
        left.connections += right.connections
        left.frames += right.frames
        left.events += right.events
        left.replies += right.replies
        left.staleReplies += right.staleReplies
        left.textFrames += right.textFrames
        left.undecodableFrames += right.undecodableFrames
        left.refusedEvents += right.refusedEvents
        left.droppedReplies += right.droppedReplies
        left.pings += right.pings
        left.latestPing = max(left.latestPing, right.latestPing)
    }
}
