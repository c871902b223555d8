package import ChatModel
package import Foundation
package import Storage
import Synchronization

/// A limit on the number of events of one author that rules and bots answer in one channel, which prevents endless answer loops.
///
/// It counts answered events by their own time. Once a limit per minute or hour is exceeded, rules and bots continue to decide, but
/// their answers are held back until the author has sent nothing in the channel for that period. Actions on messages and members are
/// not held back.
///
/// A lower limit applies to consecutive answers, between which no other user writes in the channel, to stop two programs that answer
/// each other slowly. Such a hold also ends when another user writes. It does not apply to accounts that the server reports as people.
///
/// A count is stored with the turn that changed it and therefore survives a restart.
package final class ReplyLimiter: Sendable {
    package struct Limits: Sendable, Hashable {
        package var perMinute: Int
        package var perHour: Int
        /// The number of consecutive answers within an hour.
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
        /// The authors with consecutive answers, by channel.
        var rows: [ChannelID: Set<UserID>] = [:]
        /// The number of counts beyond which those unchanged for an hour are removed.
        var maxCounts = State.minCountsToRemove

        private static let minCountsToRemove = 10_000

        mutating func put(_ count: AnswerCount) {
            counts[Key(channel: count.channel, author: count.author)] = count
            if count.inRow > 0 { rows[count.channel, default: []].insert(count.author) }
        }

        mutating func removeOld(at now: Date) {
            let kept = counts.values.filter { abs(now.timeIntervalSince($0.last)) < 3600 }
            self = State()
            for count in kept { put(count) }
            // Amortizes a removal over as many new counts.
            maxCounts = max(Self.minCountsToRemove, 2 * kept.count)
        }
    }

    private let state: Mutex<State>

    package init(_ counts: [AnswerCount] = []) {
        var state = State()
        for count in counts { state.put(count) }
        self.state = Mutex(state)
    }

    /// Records that a user wrote in a channel, which ends the consecutive answers to all other users there.
    ///
    /// The change is stored with the next count of such a user, so a restart in between reverts it.
    package func noteMessage(by author: UserID, in channel: ChannelID, as kind: AccountKind?) {
        guard kind != .application else { return }
        state.withLock { state in
            for other in state.rows[channel] ?? [] where other != author {
                state.counts[Key(channel: channel, author: other)]?.endRow()
                state.rows[channel]?.remove(other)
            }
            if state.rows[channel]?.isEmpty == true { state.rows[channel] = nil }
        }
    }

    /// Counts an event that is about to be answered.
    ///
    /// - Parameter kind: The author's kind according to the server.
    /// - Returns: The updated count, which the turn stores, and the hold if the answer must not be sent.
    package func count(
        _ author: UserID, in channel: ChannelID, at now: Date, as kind: AccountKind? = nil, _ limits: Limits
    ) -> (AnswerCount, AnswerHold?) {
        noteMessage(by: author, in: channel, as: kind)
        return state.withLock { state in
            var count =
                state.counts[Key(channel: channel, author: author)] ?? AnswerCount(channel: channel, author: author, at: now)
            let hold = count.record(at: now, limits, countsRow: kind != .person && !author.isNone)
            state.put(count)
            if state.counts.count > state.maxCounts { state.removeOld(at: now) }
            return (count, hold)
        }
    }

    /// Returns the holds in force at a time, ordered by channel and author.
    package func holds(at now: Date, _ limits: Limits) -> [AnswerHold] {
        let counts = state.withLock { Array($0.counts.values) }
        return counts.sorted { ($0.channel, $0.author) < ($1.channel, $1.author) }.compactMap { $0.hold(at: now, limits) }
    }
}

extension AnswerCount {
    /// Counts one more answered event. Returns the hold if its answer must not be sent.
    mutating func record(at now: Date, _ limits: ReplyLimiter.Limits, countsRow: Bool = true) -> AnswerHold? {
        // The absolute value, because the wall clock may have been set back.
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
        if notifiedAt.map({ abs(now.timeIntervalSince($0)) >= 3600 }) ?? true {
            notifiedAt = now
            hold.shouldNotify = true
        }
        return hold
    }

    /// Resets the number of consecutive answers, and ends a hold caused by it.
    mutating func endRow() {
        inRow = 0
        if isHeldForRow { (heldFor, isHeldForRow) = (0, false) }
    }

    /// The hold in force at a time; nil if answers are sent.
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
    fileprivate var endsWait: Bool { author.hasPrefix("rule:") && job.name.hasPrefix("wait.") }
}

extension ResolvedAction {
    /// A Boolean value that indicates whether a user who may answer receives the action, or what comes of it. Relayed copies have a loop detector of their own.
    var isAnswer: Bool {
        switch request {
        case .send, .react, .edit, .editReply, .directMessage, .thread, .ephemeral, .web: true
        case .withdraw, .delete, .unreact, .pin, .clan, .member, .relay, .account, .call: false
        }
    }
}
