import BotKit
import ChatModel
import Logging
import ServiceLifecycle

/// Shows a typing indicator for each answer that takes longer than a second.
struct TypingIndicatorService: Service {
    let tracker: TypingTracker
    let time: any TimeSource
    let logger: Logger
    /// Shows the indicator. A failed attempt is not repeated.
    let show: @Sendable (ChannelID) async throws -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in tracker.signals {
                while let due = tracker.nextDue, !Task.isCancelled {
                    do {
                        try await time.sleep(until: due)
                    } catch {
                        return  // The sleep was cancelled.
                    }
                    for channel in tracker.takeDue() { await showIndicator(in: channel) }
                }
            }
        }
    }

    private func showIndicator(in channel: ChannelID) async {
        do {
            try await show(channel)
        } catch {
            logger.debug("Typing indicator not sent", metadata: ["channel.id": "\(channel)", "presence.error": "\(error)"])
        }
    }
}
