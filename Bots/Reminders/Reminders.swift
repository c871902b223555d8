import BotKit
import Foundation

/// A reminder bot: `*remind in 20 minutes to check the build`, `*nhắc 9h sáng mai gọi khách`,
/// `*remind every weekday at 9:00 to report`, and `*remind list`, `cancel 3`, `snooze 3 10m`, `edit 3 …`, `tz Asia/Tokyo`.
struct Reminders: Bot {
    struct Options: BotOptions {
        /// The maximum number of open reminders per user.
        var open = 20
        /// The maximum number of open reminders per clan.
        var openInClan = 500
        /// The minimum interval of a recurring reminder in minutes.
        var minutesApart = 10
        /// The roles whose members may remind roles that they do not have.
        var announcers: [RoleID] = []
    }

    struct State: BotState {
        // For a user:
        var last = 0
        var reminders: [Int: Reminder] = [:]
        /// The times at which reminders were set within the last minute.
        var set: [Date] = []
        /// A Boolean value that indicates whether the user refuses reminders from others.
        var refuses = false
        // For a clan, or a channel outside clans:
        /// The open reminders by the messages that requested them.
        var questions: [MessageID: ReminderKey] = [:]
    }

    static let manifest = Manifest(
        "reminders", "Reminds users: *remind in 20 minutes to …, *nhắc 9h sáng mai …",
        needs: [.reply, .send, .edit, .ephemeral, .schedule])
    static let choose = Route<ReminderChoice>("choose")
    static let cancel = Route<ReminderKey>("cancel")
    static let edit = Route<ReminderKey>("edit")
    static let snooze = Route<ReminderDelay>("snooze")
    let options: Options

    var commands: [Command<Self>] {
        Command(
            "remind", "Remind yourself or others; also: list, cancel N, snooze N 10m, edit N …, tz Asia/Tokyo",
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
            let service = ReminderService(context, options)
            guard key.owner == context.user else { throw service.notTheirs }
            return [service.hint(about: key)]
        }
        Press(Self.snooze) { (context, delay) in try await ReminderService(context, options).actions(about: delay) }
        Press(Self.cancel) { (context, key) in
            let service = ReminderService(context, options)
            guard key.owner == context.user else { throw service.notTheirs }
            return [.edit(try await service.cancel(key))] + service.cancellations(of: key)
        }
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        let service = ReminderService(context, options)
        if let occurrence = event.occurrence { return try await service.actions(about: occurrence) }
        if let occurrence = event.cancelledJob { return try await service.handleCancellation(of: occurrence) }
        if case .reaction(let reaction) = event { return try await service.actions(about: reaction) }
        if case .memberLeft(let departure) = event { return try await service.endReminders(of: departure) }
        return []
    }
}
