/// The periods of a socket. Mezon's own clients use these values (protocol page §2.6).
package struct ConnectionTiming: Hashable, Sendable {
    /// Between two pings.
    package var ping: Duration
    /// How long anything at all may take to arrive after a ping.
    package var patience: Duration
    /// How long a request waits for its answer.
    package var request: Duration
    /// For TCP, TLS and upgrade together.
    package var connect: Duration

    package init(
        ping: Duration = .seconds(10), patience: Duration = .seconds(10), request: Duration = .seconds(10),
        connect: Duration = .seconds(30)
    ) {
        self.ping = ping
        self.patience = patience
        self.request = request
        self.connect = connect
    }
}
