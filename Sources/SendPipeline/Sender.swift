package import MezonModel

/// Carries requests to where they are seen: the socket in a running house, a recording in tests.
package protocol Sender: Sendable {
    /// Returns once there is a connection over which requests can go.
    func waitUntilConnected() async throws

    /// Our direct conversation with somebody; made, and joined, where there is none yet.
    ///
    /// - Throws: `SendError`.
    func conversation(with user: UserID) async throws -> Channel

    /// Carries one request out.
    ///
    /// - Returns: the message it became or acted on; zero where none is concerned.
    /// - Throws: `SendError`.
    func send(_ outgoing: Outgoing, in channel: Channel) async throws -> MessageID

    /// One page of a channel's messages before a cursor (zero for the newest), newest first or oldest first.
    ///
    /// - Throws: where the server gives no history to us.
    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message]
}
