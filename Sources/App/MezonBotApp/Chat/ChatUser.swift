package import ChatModel
package import Logging
package import MezonClient
import ServiceLifecycle

/// A user that connects through the same client stack as the bot but without a journal, for `mezon-bot chat` and soak tests.
package final class ChatUser: Sendable {
    private let client: SessionClient
    private let socket: MezonConnection

    package init(endpoint: GatewayEndpoint, credentials: Credentials, time: any TimeSource, logger: Logger) {
        client = SessionClient(endpoint: endpoint, credentials: credentials, time: time, logger: logger)
        socket = MezonConnection(client: client, time: time, logger: logger)
    }

    /// Stays connected until cancelled, and closes its connections.
    ///
    /// - Throws: `SocketError.loginRefused`.
    package func run() async throws {
        do {
            try await socket.run()
        } catch {
            try await close()
            throw error
        }
        try await close()
    }

    /// Closes the connections of a user who has not run. A user who is neither run nor closed leaks them.
    package func close() async throws { try await client.shutdown() }

    /// The next connection event, for a single consumer.
    package func next() async -> ConnectionEvent? { await socket.next() }

    /// - Throws: `SocketError`.
    @discardableResult
    package func say(_ text: String, in channel: Channel) async throws -> MessageID {
        try await carryOut(.send(Draft(text), answering: nil, topic: 0), in: channel)
    }

    /// - Throws: `SocketError`.
    package func carryOut(_ request: ResolvedAction.Request, in channel: Channel) async throws -> MessageID {
        try await socket.send(ResolvedAction(channel: channel.id, request: request), in: channel)
    }

    /// Shows that the user is typing.
    ///
    /// - Throws: `SocketError`.
    package func showTyping(in channel: Channel) async throws { try await socket.sendTypingIndicator(in: channel) }

    /// Presses a button of a message.
    ///
    /// - Parameter extra: The values of the message's form as a JSON object; empty if it has none.
    /// - Throws: `SocketError`.
    package func press(_ button: String, of message: Message, with extra: String = "") async throws {
        try await socket.press(button, of: message, extra: extra)
    }

    /// Chooses values in a select of a message.
    ///
    /// - Throws: `SocketError`.
    package func choose(_ values: [String], in select: String, of message: Message) async throws {
        try await socket.choose(values, in: select, of: message)
    }

    /// All members of a clan.
    ///
    /// - Throws: `SessionError`.
    package func members(of clan: ClanID) async throws -> [Author] {
        try await ClanReader(client: client, perSecond: nil, time: SystemTime()).authors(of: clan)
    }

    /// All messages of a channel after `oldest` that the server still has, oldest first.
    package func history(of channel: Channel, after oldest: MessageID = 0) async throws -> [Message] {
        let history = ChannelHistory(client: client, rateLimiter: ReadRateLimiter(perSecond: nil, time: SystemTime()))
        var messages: [Message] = []
        var cursor: MessageID = 0
        while true {
            let page = try await history.page(of: channel, before: cursor)
            messages += page.filter { $0.id > oldest }
            guard page.count == 100, let first = page.map(\.id).min(), first > oldest else { break }
            cursor = first
        }
        return messages.sorted { $0.id < $1.id }
    }
}
