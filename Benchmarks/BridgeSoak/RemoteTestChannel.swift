/// A channel of another network with two test clients: one that sends, and one that receives and counts.
protocol RemoteTestChannel: Sendable {
    /// The `connections` section of the configuration for it, with the name `net` and the channel `room`.
    var section: String { get }
    /// A Boolean value that indicates whether the server keeps messages that the bot missed, so that none may be lost.
    var keepsHistory: Bool { get }
    /// A Boolean value that indicates whether the server recognizes a message sent twice under one id, so that none may be repeated.
    var knowsRepeats: Bool { get }

    /// Runs the clients until cancelled.
    func run() async throws
    func waitUntilThere() async throws
    func waitForBot() async throws
    /// Kills the server, as in a crash.
    func kill() async
    /// Restarts the server and returns once the test clients are connected again.
    func restart() async throws
    /// Sends a message whose last word is its number; retries until the server has accepted it, unless the outcome is unknown.
    func say(_ text: String) async throws
    /// The numbers of the messages that the server has accepted.
    var said: Set<Int> { get }
    /// Returns the messages of the bot in the channel, in order.
    func heard() async throws -> [String]
}
