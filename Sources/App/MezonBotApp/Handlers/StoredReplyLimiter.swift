import BotConfiguration
import BotKit
import ChatModel
import EventProcessing
import Foundation
import Storage

/// The configured limit on answers, applied with the counts and accounts of the store.
struct StoredReplyLimiter: Sendable {
    private let store: Store
    private let limiter: ReplyLimiter
    private let limits: ReplyLimiter.Limits

    /// Reads the answers of the last day.
    ///
    /// - Throws: Errors of the store.
    init(_ configuration: Configuration, store: Store, at now: Date) async throws {
        let settings = configuration.send.answerLimits
        self.store = store
        limits = ReplyLimiter.Limits(perMinute: settings.perMinute, perHour: settings.perHour, inRow: settings.inRow)
        limiter = ReplyLimiter(try await store.state.answerCounts(since: now.addingTimeInterval(-86_400)))
    }

    /// The limit as the event processor applies it.
    var replyLimit: EventProcessor.ReplyLimit { EventProcessor.ReplyLimit(count, noteMessage: noteMessage, notice: holdNotice) }

    /// The answers that are held back at a time.
    func holds(at now: Date) -> [AnswerHold] { limiter.holds(at: now, limits) }

    private func count(_ author: UserID, in channel: ChannelID, _ context: EventContext) -> (AnswerCount?, AnswerHold?) {
        limiter.count(author, in: channel, at: context.now, as: store.directory.kind(of: author), limits)
    }

    private func noteMessage(by author: UserID, in channel: ChannelID) {
        limiter.noteMessage(by: author, in: channel, as: store.directory.kind(of: author))
    }

    private func holdNotice(_ hold: AnswerHold, about event: Event, at now: Date) -> SystemEvent.Notice {
        AnswerHoldNotice(hold, about: event, in: store).event(at: now)
    }
}
