import ChatModel
import Foundation
import Moderation

/// The judgements of moderators about messages: what they removed, what they took back, and what they left undecided.
///
/// A message that they removed, or for which a case stands, should be hit. One whose case was undone, or about which they were asked and
/// refused to act, should not. The others they let stand.
struct ModeratorVerdicts {
    enum Verdict { case removed, cleared, unclear }

    /// The place where a user wrote last.
    private struct Place: Hashable {
        var user: UserID
        /// The channel or the clan.
        var place: Int64
    }

    private static let delay = 600.0  // Seconds between a message and a ban or a command about its author, at most.
    private static let maxAuthors = 500_000  // Some tens of megabytes.

    private let cases: [MessageID: [JudgedMessages.Measure]]
    private let rejected: Set<MessageID>
    private let me: UserID
    private let countsDeletions: Bool
    private var verdicts: [MessageID: Verdict] = [:]
    private var last: [Place: (message: MessageID, at: Date)] = [:]
    private var authors: [MessageID: UserID] = [:]
    private var former: [MessageID: UserID] = [:]
    private var bans: [Place: MessageID] = [:]
    /// The numbers of judgements.
    private(set) var sources = SuggestionReport.Judgements()

    /// - Parameters:
    ///   - countsDeletions: A Boolean value that indicates whether moderators are taken to have deleted every message of which it is
    ///     unknown who deleted it.
    init(_ judged: JudgedMessages, me: UserID, countsDeletions: Bool) {
        cases = Dictionary(grouping: judged.measures, by: \.message)
        self.me = me
        self.countsDeletions = countsDeletions
        rejected = judged.rejectedMessages
    }

    subscript(message: MessageID) -> Verdict? { verdicts[message] }

    /// Notes an event, in the order of the journal.
    mutating func note(_ event: Event, of clan: ClanID, at now: Date) {
        switch event {
        case .message(let message): note(message, of: clan, at: now)
        case .delete(let removal): note(removal)
        case .banChanged(let change) where change.by != me && !change.by.isNone:
            for user in change.users { note(change, of: user, at: now) }
        default: break
        }
    }

    private mutating func note(_ message: Message, of clan: ClanID, at now: Date) {
        let author = message.author.id
        for measure in cases[message.id] ?? [] {
            let verdict: Verdict = measure.isUndone ? .cleared : .removed
            if measure.user == author {
                decide(message.id, verdict)
                if measure.isUndone { sources.undone += 1 } else { sources.standing += 1 }
            } else if let (target, at) = last[Place(user: measure.user, place: clan.rawValue)],
                now.timeIntervalSince(at) <= Self.delay
            {
                // A command, with which a moderator acted on somebody.
                decide(target, verdict)
                if measure.isUndone { sources.undone += 1 } else { sources.byHand += 1 }
            }
        }
        if rejected.contains(message.id) {
            decide(message.id, .cleared)
            sources.refused += 1
        }
        if authors.count >= Self.maxAuthors { (former, authors, last) = (authors, [:], [:]) }
        authors[message.id] = author
        last[Place(user: author, place: message.channel.rawValue)] = (message.id, now)
        last[Place(user: author, place: clan.rawValue)] = (message.id, now)
    }

    private mutating func note(_ removal: Removal) {
        // A deletion by a rule has a case, which tells more.
        guard verdicts[removal.message] == nil else { return }
        let author = authors[removal.message] ?? former[removal.message]
        let isByOther = !removal.sender.isNone && author != nil && removal.sender != author
        if removal.sender != me, isByOther || countsDeletions {
            verdicts[removal.message] = .removed
            sources.byHand += 1
        } else {
            verdicts[removal.message] = .unclear
            if removal.sender != me { sources.unknownDeletions += 1 }
        }
    }

    private mutating func note(_ change: BanChange, of user: UserID, at now: Date) {
        let place = Place(user: user, place: change.channel.rawValue)
        if change.isLifted {
            if let message = bans.removeValue(forKey: place) { verdicts[message] = .unclear }
        } else if let (message, at) = last[place], now.timeIntervalSince(at) <= Self.delay, verdicts[message] == nil {
            verdicts[message] = .removed
            bans[place] = message
            sources.byHand += 1
        }
    }

    private mutating func decide(_ message: MessageID, _ verdict: Verdict) {
        verdicts[message] = verdicts[message].map { $0 == verdict ? verdict : .unclear } ?? verdict
    }
}
