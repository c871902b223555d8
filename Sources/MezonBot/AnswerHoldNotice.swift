import Foundation
import Hooks
import MezonModel
import Persistence

/// The notice that moderators receive once when answers to a user are held back.
struct AnswerHoldNotice {
    private let text: String
    private let clan: ClanID

    func notice(at now: Date) -> SystemEvent.Notice { .init(text, in: clan, at: now) }

    init(_ hold: ReplyLimiter.Pause, about event: Event, in store: Store) {
        let channel = store.channel(hold.channel)
        clan = event.clan { store.channel($0) }
        let place = [
            store.clan(clan)?.name, channel.map { "#\($0.label)" } ?? (hold.channel.isNone ? nil : "channel \(hold.channel)"),
        ]
        .compactMap(\.self).joined(separator: "/")
        let kind = store.kind(of: hold.author) == .application ? "the application " : ""
        let who = hold.author.isNone ? "events without an author" : kind + Self.name(of: hold.author, in: event)
        text = """
            ⚠ More than \(hold.answers) answers to \(who) within \(hold.span)\(place.isEmpty ? "" : " in \(place)"): further answers \
            are suppressed until this activity pauses for \(hold.span).
            """
    }

    private static func name(of user: UserID, in event: Event) -> String {
        switch event {
        case .message(let message), .edit(let message), .system(let message): "@\(message.author.name) (\(user))"
        default: "\(user)"
        }
    }
}
