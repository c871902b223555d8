package import Foundation
package import MezonModel
package import Persistence
import Synchronization

/// The last guard against endless replies: a limit on the number of events of one author that are answered in one channel, by any
/// rule or bot.
///
/// It counts answered events, by their own time, rather than messages. Above the limit, rules and bots are still evaluated, but
/// their replies are held back until the author has been quiet in the channel for the length of the window. Moderation actions
/// are not held back. The count is stored with the turn that changed it, so that it survives a restart.
package final class ReplyLimiter: Sendable {
    package struct Limits: Sendable, Hashable {
        package var perMinute: Int
        package var perHour: Int

        package init(perMinute: Int = 20, perHour: Int = 200) {
            self.perMinute = perMinute
            self.perHour = perHour
        }
    }

    /// The author and channel for which replies are held back, with the limit exceeded.
    package struct Pause: Sendable, Hashable {
        package var author: UserID
        package var channel: ChannelID
        package var answers: Int
        package var window: Duration
        /// A Boolean value that indicates whether moderators are to be notified: once an hour for each author and channel.
        package var shouldNotify: Bool

        package init(_ author: UserID, in channel: ChannelID, answers: Int, window: Duration, isNews: Bool = false) {
            self.author = author
            self.channel = channel
            self.answers = answers
            self.window = window
            self.shouldNotify = isNews
        }

        var reason: String {
            "more than \(answers) answers to \(author) in this channel within \(span): answers suppressed until the author is quiet for \(span)"
        }

        /// The window as user-visible text: `a minute` or `an hour`.
        package var span: String { window >= .seconds(3600) ? "an hour" : "a minute" }
    }

    private struct Key: Hashable {
        var channel: ChannelID
        var author: UserID
    }

    private let counts: Mutex<[Key: AnswerCount]>
    private static let maxCounts = 10_000  // In memory; beyond it, authors without activity for an hour are dropped.

    package init(_ counts: [AnswerCount] = []) {
        self.counts = Mutex(
            Dictionary(counts.map { (Key(channel: $0.channel, author: $0.author), $0) }) { first, _ in first })
    }

    /// Counts an event that is about to be answered.
    ///
    /// - Returns: The updated count, to be stored with the turn, and the hold if the answer must not be sent.
    package func count(_ author: UserID, in channel: ChannelID, at now: Date, _ limits: Limits) -> (AnswerCount, Pause?) {
        counts.withLock { counts in
            let key = Key(channel: channel, author: author)
            var count = counts[key] ?? AnswerCount(channel: channel, author: author, at: now)
            let hold = count.take(at: now, limits)
            counts[key] = count
            if counts.count > Self.maxCounts {
                counts = counts.filter { abs(now.timeIntervalSince($0.value.last)) < 3600 }
            }
            return (count, hold)
        }
    }
}

extension AnswerCount {
    /// Counts one more answered event.
    mutating func take(at now: Date, _ limits: ReplyLimiter.Limits) -> ReplyLimiter.Pause? {
        // A clock that was set back gives no more information about the elapsed time than one that was set forward.
        let quiet = abs(now.timeIntervalSince(last))
        if heldFor > 0, quiet >= Double(heldFor) {
            (minuteBegan, inMinute, hourBegan, inHour, heldFor) = (now, 0, now, 0, 0)
        }
        last = now
        if abs(now.timeIntervalSince(minuteBegan)) >= 60 { (minuteBegan, inMinute) = (now, 0) }
        if abs(now.timeIntervalSince(hourBegan)) >= 3600 { (hourBegan, inHour) = (now, 0) }
        if heldFor == 0 {
            inMinute += 1
            inHour += 1
            if inMinute > limits.perMinute { heldFor = 60 }
            if inHour > limits.perHour { heldFor = 3600 }
        }
        guard heldFor > 0 else { return nil }
        let isHour = heldFor >= 3600
        var hold = ReplyLimiter.Pause(
            author, in: channel, answers: isHour ? limits.perHour : limits.perMinute, window: .seconds(heldFor))
        if toldAt.map({ abs(now.timeIntervalSince($0)) >= 3600 }) ?? true {
            toldAt = now
            hold.shouldNotify = true
        }
        return hold
    }
}

extension Event {
    /// The author whom a reply to the event addresses; `nil` if the reply cannot be answered again, as with bot reminders and
    /// requests of operators and moderators.
    var answeredAuthor: UserID? {
        switch self {
        case .house(.due(let occurrence)): occurrence.endsWait ? actor : nil
        case .house(.signal), .house(.failed): 0
        case .house: nil
        default: actor
        }
    }
}

extension SystemEvent.Occurrence {
    /// A Boolean value that indicates whether a rule continues an earlier event.
    fileprivate var endsWait: Bool { author.hasPrefix("rule:") && appointment.name.hasPrefix("wait.") }
}

extension ResolvedAction {
    /// A Boolean value that indicates whether a user who may answer receives the action. Relayed copies have their own guard.
    var isAnswer: Bool {
        switch request {
        case .send, .react, .edit, .editReply, .direct, .whisper: true
        case .delete, .unreact, .pin, .member, .relay: false
        }
    }
}
