import BotConfiguration
import ChatModel
import Foundation

/// The id of the job at which a counter's decay may trigger rules: `fall.u5.g1 activity`, for the subject and the counter.
struct CounterFall: Hashable, Sendable {
    private static let prefix = "fall."

    let counter: String
    let subject: String
    var text: String { "\(Self.prefix)\(subject) \(counter)" }
    var key: StateKey { StateKey(.counter, counter, subject) }

    init(of counter: String, _ subject: String) {
        self.counter = counter
        self.subject = subject
    }

    /// Creates the id of the fall that an event reports; `nil` for any other event.
    init?(endingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule, occurrence.job.name.hasPrefix(Self.prefix) else {
            return nil
        }
        let parts = occurrence.job.name.dropFirst(Self.prefix.count).split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.init(of: String(parts[1]), String(parts[0]))
    }
}

extension CounterFall {
    /// Returns the job that wakes the rules at a date, for the user and the place of another job about the same counter.
    func job(due: Date, like other: ScheduledJob) -> Action {
        .schedule(ScheduledJob(text, due: due, clan: other.clan, channel: other.channel, user: other.user))
    }
}

extension StateEntry {
    /// Returns the next time at which a counter's value falls to one that triggers a rule; `nil` if it never does.
    func nextFall(by decay: CounterDecay, to goals: Set<Comparison>?) -> Date? {
        let periods = (goals ?? []).compactMap { goal -> Int? in
            guard !goal.holds(count), let highest = goal.highestCount, highest < count else { return nil }
            let periods = (count - highest + decay.by - 1) / decay.by
            // A large step may leave out all values of a range.
            return goal.holds(max(0, count - periods * decay.by)) ? periods : nil
        }
        return periods.min().map { at.addingTimeInterval(Double($0) * decay.every) }.flatMap { $0 < .distantFuture ? $0 : nil }
    }
}

extension Comparison {
    /// The highest whole number that satisfies it; `nil` if there is none.
    fileprivate var highestCount: Int? {
        guard let upper = interval.upper, upper.value < 1e15 else { return nil }
        let whole = upper.value.rounded(.down)
        return Int(whole) - (whole == upper.value && !upper.isIncluded ? 1 : 0)
    }
}
