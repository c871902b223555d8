public import Foundation

/// An event of the application itself. It is processed like the server's events: journal, channel queue, turn.
@nonexhaustive
public enum SystemEvent: Hashable, Sendable, Codable {
    /// The application has started.
    case started(at: Date)
    /// The connection is restored after a gap, in seconds.
    case reconnected(gap: Double, at: Date)
    /// A new revision of the rules takes effect. `by` names who changed the files; nil if they were changed outside the application.
    case rulesChanged(version: String, by: String? = nil, at: Date)
    /// An action of a rule or a bot has finally failed.
    case failed(Failure)
    /// A moderator has requested that cases be reversed.
    case undo(Undo)
    /// A rule's question was answered by a moderator or has expired.
    case answered(Answer)
    /// A mute or a ban has ended.
    case expired(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A mute that should still be in force is missing on the server.
    case lapsed(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A rule or a bot has sent a signal to rules.
    case signal(Signal)
    /// A rule was triggered manually.
    case fired(ManualTrigger)
    /// A notice to the moderators that is not a failure.
    case news(Notice)
    /// A bot is to process an event again that it failed to process.
    case retried(Retry)
    /// A web request of a bot has an outcome.
    case response(WebResponse)
    /// A scheduled job is due.
    case due(Occurrence)
    /// A setting of a bot is to be changed, as requested outside of the chat.
    case setting(SettingChange)
    /// An operator has changed a scheduled job or a dead letter.
    case operated(OperatorChange)
    /// A member has come online, gone offline or begun to write.
    case activity(MemberActivity)
    /// The effects of a rule since a time are taken back.
    case rewind(Rewind)

    /// The names in stored JSON, which stay the same when a case is renamed.
    private enum CodingKeys: String, CodingKey {
        case started = "started"
        case reconnected = "reconnected"
        case rulesChanged = "rulesChanged"
        case failed = "failed"
        case undo = "undo"
        case answered = "answered"
        case expired = "expired"
        case lapsed = "lapsed"
        case signal = "signal"
        case fired = "fired"
        case news = "news"
        case retried = "retried"
        case response = "response"
        case due = "due"
        case setting = "setting"
        case operated = "operated"
        case activity = "activity"
        case rewind = "rewind"
    }

    /// The time of the event.
    public var at: Date {
        switch self {
        case .started(let at), .reconnected(_, let at), .rulesChanged(_, _, let at), .expired(_, _, _, let at),
            .lapsed(_, _, _, let at):
            at
        case .failed(let failure): failure.at
        case .undo(let undo): undo.at
        case .answered(let answer): answer.at
        case .signal(let signal): signal.at
        case .fired(let firing): firing.at
        case .news(let news): news.at
        case .retried(let retry): retry.at
        case .response(let response): response.at
        case .due(let occurrence): occurrence.at
        case .setting(let change): change.at
        case .operated(let change): change.at
        case .activity(let activity): activity.at
        case .rewind(let rewind): rewind.at
        }
    }

    /// The clan of the event; zero if it belongs to none.
    public var clan: ClanID {
        switch self {
        case .failed(let failure): failure.clan
        case .undo(let undo): undo.clan
        case .expired(_, let clan, _, _), .lapsed(_, let clan, _, _): clan
        case .signal(let signal): signal.clan
        case .fired(let firing): firing.clan
        case .retried(let retry): retry.clan
        case .response(let response): response.origin.clan
        case .due(let occurrence): occurrence.job.clan
        case .news(let news): news.clan
        case .setting(let change): change.clan
        case .operated(let change): change.clan
        case .activity(let activity): activity.clan
        case .rewind(let rewind): rewind.clan
        case .started, .reconnected, .rulesChanged, .answered: 0
        }
    }

    /// The channel of the event; zero if it belongs to none.
    public var channel: ChannelID {
        switch self {
        case .failed(let failure): failure.channel
        case .undo(let undo): undo.channel
        case .expired(_, _, let channel, _), .lapsed(_, _, let channel, _): channel
        case .signal(let signal): signal.channel
        case .fired(let firing): firing.channel
        case .retried(let retry): retry.channel
        case .response(let response): response.origin.channel
        case .due(let occurrence): occurrence.job.channel
        case .operated(let change): change.channel
        case .activity(let activity): activity.channel
        case .started, .reconnected, .rulesChanged, .answered, .news, .setting, .rewind: 0
        }
    }

    /// The event's name in listings and traces.
    public var kind: String {
        switch self {
        case .started: "started"
        case .reconnected: "reconnected"
        case .rulesChanged: "rules-changed"
        case .failed: "delivery-failed"
        case .undo: "undo"
        case .answered: "approval-answered"
        case .expired: "sanction-expired"
        case .lapsed: "sanction-lapsed"
        case .signal: "signal"
        case .fired: "rule-triggered"
        case .news: "notice"
        case .retried: "dead-letter-retried"
        case .response: "web-response"
        case .setting: "setting-change"
        case .operated(let change): change.kind.rawValue
        case .rewind: "rewind"
        case .activity(let activity): "member-\(activity.kind.rawValue)"
        case .due(let occurrence): occurrence.isDismissed ? "job-cancelled" : "job-due"
        }
    }
}
