import ChatModel
import MezonClient
import Storage

/// Sends typing indicators and read receipts to Mezon. Channels that are unknown or of other networks are ignored.
struct PresenceSender: Sendable {
    let socket: MezonConnection
    let store: Store

    /// - Throws: `SocketError`.
    func markRead(_ message: MessageID, in channel: ChannelID) async throws {
        guard let channel = store.directory.channel(channel) else { return }
        try await socket.markSeen(message, in: channel)
    }

    /// - Throws: `SocketError`.
    func showTyping(in channel: ChannelID) async throws {
        guard !channel.isExternal, let channel = store.directory.channel(channel) else { return }
        try await socket.sendTypingIndicator(in: channel)
    }
}
