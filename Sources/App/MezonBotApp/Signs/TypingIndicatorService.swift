import BotKit
import ChatModel
import Logging
import ServiceLifecycle

/// Shows a typing indicator for each answer that takes longer than a second.
struct TypingIndicatorService: Service {
    let board: TypingTracker
    let time: any TimeSource
    let logger: Logger
    /// Shows the indicator. A failed attempt is not repeated.
    let show: @Sendable (ChannelID) async throws -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in board.signals {
                while let due = board.nextDue, !Task.isCancelled {
                    do {
                        try await time.sleep(until: due)
                    } catch {
                        return  // The sleep was cancelled.
                    }
                    for channel in board.takeDue() { await tell(channel) }
                }
            }
        }
    }

    private func tell(_ channel: ChannelID) async {
        do {
            try await show(channel)
        } catch {
            logger.debug("Typing indicator not sent", metadata: ["channel.id": "\(channel)", "presence.error": "\(error)"])
        }
    }
}
