package import Foundation
package import MezonModel
package import Persistence
import Synchronization

/// The last guard against endless answers: a bound on how many events of one author are answered in one channel, whoever answers.
///
/// It counts events that are answered, by their own time, and not messages. Beyond the bound rules and bots go on deciding, and what
/// they would say is not sent until the author has been quiet there for as long. What they do to messages and people is not held.
/// A count is part of the turn that changed it, so that a restart finds it as it was.
package final class AnswerBrake: Sendable {
    package struct Limits: Sendable, Hashable {
        package var perMinute: Int
        package var perHour: Int

        package init(perMinute: Int = 20, perHour: Int = 200) {
            self.perMinute = perMinute
            self.perHour = perHour
        }
    }

    /// Who is answered no more, where, and beyond what.
    package struct Hold: Sendable, Hashable {
        package var author: UserID
        package var channel: ChannelID
        package var answers: Int
        package var window: Duration
        /// Whether moderators are to be told: once for each author and channel in an hour.
        package var isNews: Bool

        package init(_ author: UserID, in channel: ChannelID, answers: Int, window: Duration, isNews: Bool = false) {
            self.author = author
            self.channel = channel
            self.answers = answers
            self.window = window
            self.isNews = isNews
        }

        var reason: String {
            "more than \(answers) answers to \(author) in this channel within \(span): until they are quiet for \(span)"
        }

        /// `a minute`, `an hour`
        package var span: String { window >= .seconds(3600) ? "an hour" : "a minute" }
    }

    private struct Key: Hashable {
        var channel: ChannelID
        var author: UserID
    }

    private let counts: Mutex<[Key: AnswerCount]>
    private static let most = 10_000  // In memory: beyond it those go of whom nothing was heard for an hour.

    package init(_ counts: [AnswerCount] = []) {
        self.counts = Mutex(
            Dictionary(counts.map { (Key(channel: $0.channel, author: $0.author), $0) }) { first, _ in first })
    }

    /// Counts an event that is about to be answered.
    ///
    /// - Returns: the count as it stands now, to be kept with the turn, and the hold where the answer is not to be sent.
    package func count(_ author: UserID, in channel: ChannelID, at now: Date, _ limits: Limits) -> (AnswerCount, Hold?) {
        counts.withLock { counts in
            let key = Key(channel: channel, author: author)
            var count = counts[key] ?? AnswerCount(channel: channel, author: author, at: now)
            let hold = count.take(at: now, limits)
            counts[key] = count
            if counts.count > Self.most {
                counts = counts.filter { abs(now.timeIntervalSince($0.value.last)) < 3600 }
            }
            return (count, hold)
        }
    }
}

extension AnswerCount {
    /// Counts one more event to be answered.
    mutating func take(at now: Date, _ limits: AnswerBrake.Limits) -> AnswerBrake.Hold? {
        // A clock that went back says as little of the time in between as one that went on.
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
        var hold = AnswerBrake.Hold(
            author, in: channel, answers: isHour ? limits.perHour : limits.perMinute, window: .seconds(heldFor))
        if toldAt.map({ abs(now.timeIntervalSince($0)) >= 3600 }) ?? true {
            toldAt = now
            hold.isNews = true
        }
        return hold
    }
}

extension Event {
    /// The one whom an answer to it answers; nil where nobody hears an answer who could answer it again: what a bot is reminded of,
    /// what operators and moderators ask for.
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
    /// Whether a rule goes on with what an event began.
    fileprivate var endsWait: Bool { author.hasPrefix("rule:") && appointment.name.hasPrefix("wait.") }
}

extension ResolvedAction {
    /// Whether somebody hears it who could answer it. Copies of relayed messages have a guard of their own.
    var isAnswer: Bool {
        switch request {
        case .send, .react, .edit, .editReply, .direct, .whisper: true
        case .delete, .unreact, .pin, .member, .relay: false
        }
    }
}
