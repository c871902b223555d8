/// A room of another network with two people in it: one who hears and counts, one who talks.
protocol RemoteTestChannel: Sendable {
    /// The section `ports` for it, under the name `net`, with the channel `room`.
    var section: String { get }
    /// Whether it keeps what was said while the bot was away, so that nothing of it may be missing.
    var keepsHistory: Bool { get }
    /// Whether it takes what it is sent twice under one id once, so that nothing may be there twice.
    var knowsRepeats: Bool { get }

    /// Until cancelled.
    func run() async throws
    func waitUntilThere() async throws
    func waitForBot() async throws
    /// Ends the server at once, as a crash does.
    func kill() async
    /// Returns once the server is there again, and everybody but the bot.
    func restart() async throws
    /// Says something with its number as the last word; tried until the server has taken it, unless it may have and cannot be asked.
    func say(_ text: String) async throws
    /// The numbers that were said and that the server has taken.
    var said: Set<Int> { get }
    /// What the bot has said there, in that order.
    func heard() async throws -> [String]
}
