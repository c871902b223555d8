/// The time limits of a socket. Mezon's own clients use these values (Documentation/Protocol.md §2.5).
package struct ConnectionTiming: Hashable, Sendable {
    /// The interval between two pings.
    package var ping: Duration
    /// The time within which some data must arrive after a ping.
    package var pongTimeout: Duration
    /// The time that a request waits for its response.
    package var request: Duration
    /// The time limit for TCP, TLS and upgrade together.
    package var connect: Duration

    package init(
        ping: Duration = .seconds(10), pongTimeout: Duration = .seconds(10), request: Duration = .seconds(10),
        connect: Duration = .seconds(30)
    ) {
        self.ping = ping
        self.pongTimeout = pongTimeout
        self.request = request
        self.connect = connect
    }
}
