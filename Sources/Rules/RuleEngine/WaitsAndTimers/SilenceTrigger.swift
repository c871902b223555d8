import ChatModel
import Foundation
import Recurrence

/// A trigger that fires after a period without messages in a channel: `silence: 2h`, or `silence: { for: 2h, clock: work }`.
///
/// The period begins with the last message seen there. The trigger fires once; it is armed again by the next message.
struct SilenceTrigger: Hashable, Sendable {
    let length: Duration
    let clock: CalendarClock?

    /// Returns the time at which the silence is long enough; `nil` if the clock never runs again.
    func due(after moment: Date, in clan: ClanID) -> Date? { length.end(from: moment, on: clock, in: clan) }
}

/// The id of a silence that a rule waits for: `silence.11`, for the channel.
struct SilenceID: Hashable, Sendable {
    private static let prefix = "silence."

    /// The rule's `id`.
    let rule: String
    let channel: ChannelID
    var text: String { "\(Self.prefix)\(channel)" }
    /// The key of the state entry with the time of the channel's last message.
    var key: StateKey { StateKey(.voice, rule, "c\(channel)") }

    init(_ rule: String, _ channel: ChannelID) {
        self.rule = rule
        self.channel = channel
    }

    /// Creates the id of the silence whose job an event reports; `nil` for any other event.
    init?(comingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule,
            occurrence.job.name.hasPrefix(Self.prefix),
            let channel = ChannelID(String(occurrence.job.name.dropFirst(Self.prefix.count)))
        else { return nil }
        self.init(RuleAuthor.rule(of: occurrence.author), channel)
    }
}
