/// The time limits of a socket. Mezon's own clients use these values (Documentation/Protocol.md §2.5).
package struct ConnectionTiming: Hashable, Sendable {
    /// The interval between two pings.
    package var ping: Duration
    /// The time within which some data must arrive after a ping.
    package var pongTimeout: Duration
    /// The time that a request waits for its response.
    package var request: Duration
    /// The time after which a request without a response is followed by a ping, whose response shows that the server has passed it.
    package var probe: Duration
    /// The time that a request waits for its response once a later one was answered.
    package var overtaken: Duration
    /// The time limit for TCP, TLS and upgrade together.
    package var connect: Duration

    /// The time within which a dead connection is found.
    package var detectionTime: Duration { ping + pongTimeout }

    package init(
        ping: Duration = .seconds(10), pongTimeout: Duration = .seconds(10), request: Duration = .seconds(10),
        probe: Duration = .milliseconds(300), overtaken: Duration = .milliseconds(500), connect: Duration = .seconds(30)
    ) {
        self.ping = ping
        self.pongTimeout = pongTimeout
        self.request = request
        self.probe = probe
        self.overtaken = overtaken
        self.connect = connect
    }
}
