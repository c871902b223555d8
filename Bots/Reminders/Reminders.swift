import BotKit
import Foundation

/// Reminds people: `*remind in 20 minutes to check the build`, `*nhắc 9h sáng mai gọi khách`, `*remind every weekday at 9:00 to
/// report`, and `*remind list`, `cancel 3`, `snooze 3 10m`, `edit 3 …`, `tz Asia/Tokyo`.
struct Reminders: Bot {
    struct Options: BotOptions {
        /// How many one person may have open.
        var open = 20
        /// How many all people of a clan together.
        var openInClan = 500
        /// What comes again comes so far apart at least.
        var minutesApart = 10
        /// Who may remind roles that they do not have themselves.
        var announcers: [RoleID] = []
    }

    struct State: BotState {
        // Of a person:
        var last = 0
        var reminders: [Int: Reminder] = [:]
        /// When they set some within the last minute.
        var set: [Date] = []
        /// Whether they take none from others.
        var refuses = false
        // Of a clan, or of a channel outside of any:
        /// What is open, by the messages that asked for it.
        var questions: [MessageID: ReminderKey] = [:]
    }

    static let manifest = Manifest(
        "reminders", "Reminds people: *remind in 20 minutes to …, *nhắc 9h sáng mai …",
        needs: [.reply, .send, .edit, .whisper, .appoint])
    static let choose = Route<ReminderChoice>("choose")
    static let cancel = Route<ReminderKey>("cancel")
    static let edit = Route<ReminderKey>("edit")
    static let snooze = Route<ReminderDelay>("snooze")
    let options: Options

    var commands: [Command<Self>] {
        Command(
            "remind", "Reminds you or others; also: list, cancel N, snooze N 10m, edit N …, tz Asia/Tokyo",
            vi: "Nhắc bạn hoặc người khác; còn có: danh sách, huỷ N, hoãn N 10 phút, sửa N …, múi giờ Asia/Tokyo",
            aliases: ["nhắc", "nhac", "reminder"], revises: true
        ) { (context, wish: ReminderArguments) in
            guard let message = context.message else { return [] }
            return try await ReminderService(context, options).actions(about: wish, in: message)
        }
    }

    var presses: [Press<Self>] {
        Press(Self.choose) { (context, choice) in try await ReminderService(context, options).actions(about: choice) }
        Press(Self.edit) { (context, key) in
            let desk = ReminderService(context, options)
            guard key.owner == context.user else { throw desk.notTheirs }
            return [desk.hint(about: key)]
        }
        Press(Self.snooze) { (context, delay) in try await ReminderService(context, options).actions(about: delay) }
        Press(Self.cancel) { (context, key) in
            let desk = ReminderService(context, options)
            guard key.owner == context.user else { throw desk.notTheirs }
            return [.edit(try await desk.cancel(key))] + desk.dismissals(of: key)
        }
    }

    func notice(_ event: Event, _ context: Context) async throws -> [Action] {
        let desk = ReminderService(context, options)
        if let occurrence = event.occurrence { return try await desk.actions(about: occurrence) }
        if let occurrence = event.dismissed { return try await desk.letGo(of: occurrence) }
        if case .reaction(let reaction) = event { return try await desk.actions(about: reaction) }
        return []
    }
}
