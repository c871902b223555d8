import BotConfig
import Foundation
import MezonModel
import Scheduling

/// `silence: 2h`, or `silence: { for: 2h, clock: work }`: when nobody has spoken in a channel for so long.
///
/// It begins with the last message that was heard there, and comes once: after that somebody has to speak first.
struct SilenceTrigger: Hashable, Sendable {
    private let length: Duration
    private let clock: CalendarClock?

    init?(length node: ConfigNode, _ compilation: CompilationContext) {
        guard let length = node.duration(compilation.findings) else { return nil }
        self.length = length
        clock = nil
    }

    /// Takes its keys out of a map that may have others besides.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let before = compilation.findings.errors
        let length = map.require("for", "How long nobody speaks: `2h`.")?.duration(compilation.findings)
        clock = map.take("clock", "A calendar: only its hours count.").flatMap { compilation.clock($0) }
        guard compilation.findings.errors == before, let length else { return nil }
        self.length = length
    }

    /// When it has been silent for long enough; nil where the clock never runs again.
    func due(after moment: Date, in clan: ClanID) -> Date? { length.end(from: moment, on: clock, in: clan) }
}

/// The name of a silence that a rule waits for: `silence.11`, for the channel.
struct SilenceID: Hashable, Sendable {
    private static let prefix = "silence."

    /// The rule's `id`.
    let rule: String
    let channel: ChannelID
    var text: String { "\(Self.prefix)\(channel)" }
    /// Under it stands when somebody spoke there last.
    var key: StateKey { StateKey(.voice, rule, "c\(channel)") }

    init(_ rule: String, _ channel: ChannelID) {
        self.rule = rule
        self.channel = channel
    }

    /// The silence that an event tells of; nil where it tells of something else.
    init?(comingWith event: Event) {
        guard case .house(.due(let occurrence)) = event, occurrence.isForRule, occurrence.appointment.name.hasPrefix(Self.prefix),
            let channel = ChannelID(String(occurrence.appointment.name.dropFirst(Self.prefix.count)))
        else { return nil }
        self.init(String(occurrence.author.dropFirst(CompiledRule.author("").count)), channel)
    }
}
