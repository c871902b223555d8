package import ChatModel
package import Foundation
package import Storage
import Synchronization

/// The last guard against endless replies: a limit on the number of events of one author that are answered in one channel, by any
/// rule or bot.
///
/// It counts events that are answered, by their own time, and not messages. Beyond a bound of a minute or an hour rules and bots go on
/// deciding, and what they would say is not sent until the author has been quiet there for as long. A smaller bound holds for answers
/// in a row, between which nobody else speaks there: two programs that answer each other slowly. It also ends when somebody else
/// speaks, and does not hold for those of whom the server says that they are people. What rules and bots do to messages and people is
/// not held. A count is part of the turn that changed it, so that a restart finds it as it was.
package final class ReplyLimiter: Sendable {
    package struct Limits: Sendable, Hashable {
        package var perMinute: Int
        package var perHour: Int
        /// The number of answers in a row within an hour.
        package var inRow: Int

        package init(perMinute: Int = 20, perHour: Int = 200, inRow: Int = 60) {
            self.perMinute = perMinute
            self.perHour = perHour
            self.inRow = inRow
        }
    }

    private struct Key: Hashable {
        var channel: ChannelID
        var author: UserID
    }

    private struct State {
        var counts: [Key: AnswerCount] = [:]
        /// The authors who have answers in a row, by channel.
        var rows: [ChannelID: Set<UserID>] = [:]

        mutating func put(_ count: AnswerCount) {
            counts[Key(channel: count.channel, author: count.author)] = count
            if count.inRow > 0 { rows[count.channel, default: []].insert(count.author) }
        }

        mutating func removeOld(at now: Date) {
            let kept = counts.values.filter { abs(now.timeIntervalSince($0.last)) < 3600 }
            self = State()
            for count in kept { put(count) }
        }
    }

    private let state: Mutex<State>
    private static let maxCounts = 10_000  // In memory: beyond it those go of whom nothing was heard for an hour.

    package init(_ counts: [AnswerCount] = []) {
        var state = State()
        for count in counts { state.put(count) }
        self.state = Mutex(state)
    }

    /// Ends the rows of answers to all others in a channel where somebody speaks.
    ///
    /// A row that is ended here is stored with the next count of its author: after a restart in between it goes on.
    package func hear(_ speaker: UserID, in channel: ChannelID, as kind: AccountKind?) {
        guard kind != .application else { return }
        state.withLock { state in
            for author in state.rows[channel] ?? [] where author != speaker {
                state.counts[Key(channel: channel, author: author)]?.endRow()
                state.rows[channel]?.remove(author)
            }
            if state.rows[channel]?.isEmpty == true { state.rows[channel] = nil }
        }
    }

    /// Counts an event that is about to be answered.
    ///
    /// - Parameter kind: what the server says of the author.
    /// - Returns: the count as it stands now, to be kept with the turn, and the hold where the answer is not to be sent.
    package func count(
        _ author: UserID, in channel: ChannelID, at now: Date, as kind: AccountKind? = nil, _ limits: Limits
    ) -> (AnswerCount, AnswerHold?) {
        hear(author, in: channel, as: kind)
        return state.withLock { state in
            var count =
                state.counts[Key(channel: channel, author: author)] ?? AnswerCount(channel: channel, author: author, at: now)
            let hold = count.take(at: now, limits, countsRow: kind != .person && !author.isNone)
            state.put(count)
            if state.counts.count > Self.maxCounts { state.removeOld(at: now) }
            return (count, hold)
        }
    }

    /// Returns the holds in force at a moment, in the order of channels and authors.
    package func holds(at now: Date, _ limits: Limits) -> [AnswerHold] {
        let counts = state.withLock { Array($0.counts.values) }
        return counts.sorted { ($0.channel, $0.author) < ($1.channel, $1.author) }.compactMap { $0.hold(at: now, limits) }
    }
}

extension AnswerCount {
    /// Counts one more event to be answered.
    mutating func take(at now: Date, _ limits: ReplyLimiter.Limits, countsRow: Bool = true) -> AnswerHold? {
        // A clock that went back says as little of the time in between as one that went on.
        let quiet = abs(now.timeIntervalSince(last))
        if heldFor > 0, quiet >= Double(heldFor) {
            (minuteBegan, inMinute, hourBegan, inHour, heldFor) = (now, 0, now, 0, 0)
            (rowBegan, inRow, isHeldForRow) = (now, 0, false)
        }
        last = now
        if abs(now.timeIntervalSince(minuteBegan)) >= 60 { (minuteBegan, inMinute) = (now, 0) }
        if abs(now.timeIntervalSince(hourBegan)) >= 3600 { (hourBegan, inHour) = (now, 0) }
        if inRow == 0 || abs(now.timeIntervalSince(rowBegan)) >= 3600 { (rowBegan, inRow) = (now, 0) }
        if heldFor == 0 {
            inMinute += 1
            inHour += 1
            if countsRow { inRow += 1 }
            if inMinute > limits.perMinute { heldFor = 60 }
            if inRow > limits.inRow { (heldFor, isHeldForRow) = (3600, true) }
            if inHour > limits.perHour { (heldFor, isHeldForRow) = (3600, false) }
        }
        guard var hold = hold(at: now, limits) else { return nil }
        if toldAt.map({ abs(now.timeIntervalSince($0)) >= 3600 }) ?? true {
            toldAt = now
            hold.shouldNotify = true
        }
        return hold
    }

    /// Ends a row of answers, and the hold because of it.
    mutating func endRow() {
        inRow = 0
        if isHeldForRow { (heldFor, isHeldForRow) = (0, false) }
    }

    /// The hold in force at a moment; nil where answers go out.
    func hold(at now: Date, _ limits: ReplyLimiter.Limits) -> AnswerHold? {
        guard heldFor > 0, abs(now.timeIntervalSince(last)) < Double(heldFor) else { return nil }
        let limit = isHeldForRow ? limits.inRow : heldFor >= 3600 ? limits.perHour : limits.perMinute
        return AnswerHold(author, in: channel, answers: limit, window: .seconds(heldFor), isRow: isHeldForRow)
    }
}

extension Event {
    /// The author whom a reply to the event addresses; `nil` if the reply cannot be answered again, as with bot reminders and
    /// requests of operators and moderators.
    var answeredAuthor: UserID? {
        switch self {
        case .system(.due(let occurrence)): occurrence.endsWait ? actor : nil
        case .system(.signal), .system(.failed): 0
        case .system: nil
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
        case .send, .react, .edit, .editReply, .directMessage, .ephemeral: true
        case .delete, .unreact, .pin, .member, .relay: false
        }
    }
}
