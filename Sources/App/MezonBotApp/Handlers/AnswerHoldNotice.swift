import ChatModel
import EventProcessing
import Foundation
import Storage

/// The words about somebody to whom answers are held back.
struct AnswerHoldNotice {
    private let hold: AnswerHold
    private let who: String
    private let place: String
    private let clan: ClanID

    /// The notice that moderators get once.
    func event(at now: Date) -> SystemEvent.Notice {
        let text = """
            ⚠ More than \(hold.answers) answers to \(who)\(place.isEmpty ? "" : " in \(place)") \(hold.bound): nothing more is \
            said there because of them \(hold.end).
            """
        return .init(text, in: clan, at: now)
    }

    /// A line of the bot's status.
    var line: String {
        "answers to \(who)\(place.isEmpty ? "" : " in \(place)") are held back \(hold.end): more than \(hold.answers) \(hold.bound)"
    }

    /// - Parameter event: What would be answered; nil where the store alone can tell who it is.
    init(_ hold: AnswerHold, about event: Event? = nil, in store: Store) {
        let channel = store.directory.channel(hold.channel)
        self.hold = hold
        clan = channel?.clan ?? event?.clan ?? 0
        place = [
            store.directory.clan(clan)?.name,
            channel.map { "#\($0.label)" } ?? (hold.channel.isNone ? nil : "channel \(hold.channel)"),
        ]
        .compactMap(\.self).joined(separator: "/")
        let kind = store.directory.kind(of: hold.author) == .application ? "the application " : ""
        who = hold.author.isNone ? "events without an author" : kind + Self.name(of: hold.author, in: clan, event, store)
    }

    private static func name(of user: UserID, in clan: ClanID, _ event: Event?, _ store: Store) -> String {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): "@\(message.author.name) (\(user))"
        default: store.directory.author(user, in: clan).map { "@\($0.name) (\(user))" } ?? "\(user)"
        }
    }
}
