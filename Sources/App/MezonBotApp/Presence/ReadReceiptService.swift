import AsyncSupport
import ChatModel
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Synchronization

/// Marks the newest ingested message of each channel as read, if the operator enables it, within the server's rate limit.
final class ReadReceiptService: Service {
    private let rateLimiter: ReadRateLimiter
    private let logger: Logger
    private let mark: @Sendable (MessageID, ChannelID) async throws -> Void
    private let newest = Mutex<[ChannelID: MessageID]>([:])
    private let wakeup = AsyncSignal()

    init(rateLimiter: ReadRateLimiter, logger: Logger, mark: @escaping @Sendable (MessageID, ChannelID) async throws -> Void) {
        self.rateLimiter = rateLimiter
        self.logger = logger
        self.mark = mark
    }

    /// Records received messages. Called once they are durable.
    func note(_ events: [ReceivedEvent], me: UserID) {
        let found = newest.withLock { newest in
            var found = false
            for received in events {
                guard case .message(let message) = received.event, message.author.id != me else { continue }
                newest[message.channel] = max(newest[message.channel] ?? 0, message.id)
                found = true
            }
            return found
        }
        if found { wakeup.signal() }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            for await _ in wakeup.signals {
                while let (channel, message) = next(), !Task.isCancelled {
                    do {
                        try await rateLimiter.wait()
                        try await mark(message, channel)
                    } catch {
                        // The next message in the channel marks this one as well.
                        logger.debug(
                            "Read receipt not sent", metadata: ["channel.id": "\(channel)", "presence.error": "\(error)"])
                    }
                }
            }
        }
    }

    private func next() -> (ChannelID, MessageID)? {
        newest.withLock { newest in
            guard let channel = newest.keys.min(), let message = newest.removeValue(forKey: channel) else { return nil }
            return (channel, message)
        }
    }
}
