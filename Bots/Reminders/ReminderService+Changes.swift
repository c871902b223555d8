import BotKit
import Foundation

/// Changes to existing reminders.
extension ReminderService {
    private static let maxLines = 30

    func list() async throws -> Draft {
        let open = try await context.state(.user).value.reminders.filter { $0.value.isOpen }
        // Reminders set elsewhere are not disclosed here.
        let here = open.filter { context.isInDirectConversation || $0.value.place == context.channel }
        let lines = here.sorted { ($0.value.next ?? .distantFuture, $0.key) < ($1.value.next ?? .distantFuture, $1.key) }
        var texts = try lines.prefix(Self.maxLines).map { try line($0.value, $0.key) }
        if lines.count > texts.count { texts.append("+\(lines.count - texts.count)") }
        let others = open.keys.filter { here[$0] == nil }.sorted()
        if !others.isEmpty {
            let numbers = others.map { "#\($0)" }.joined(separator: ", ")
            texts.append(context.words("elsewhere: \(numbers)", vi: "ở nơi khác: \(numbers)"))
        }
        return texts.isEmpty
            ? context.say("You have no open reminders.", vi: "Bạn không có lời nhắc nào.") : Draft(texts.joined(separator: "\n"))
    }

    /// Cancels a reminder; throws a `UsageError` if it is not open, or was set elsewhere.
    func cancel(_ key: ReminderKey) async throws -> Draft {
        var reminder = try await reminder(here: key)
        guard reminder.isOpen else {
            throw UsageError(LocalizedText("reminder \(key.number) has ended", vi: "lời nhắc số \(key.number) đã xong"))
        }
        (reminder.due, reminder.snoozed) = (nil, nil)
        try await save(reminder, as: key)
        return context.say("Cancelled #\(key.number): \(reminder.text)", vi: "Đã huỷ #\(key.number): \(reminder.text)")
    }

    /// Postpones a reminder; returns nil if this message has already done so and is unchanged.
    func snooze(_ number: Int, _ spoken: TimePhrase, in message: Message, _ choice: ReminderChoice?) async throws -> Answer? {
        let key = ReminderKey(owner: context.user, number: number)
        var reminder = try await reminder(here: key)
        if let delay = reminder.delays?.first(where: { $0.message == message.id }) {
            // The server also reports changes that do not affect the text.
            if context.isEdit, delay.said == message.text { return nil }
            guard reminder.delays?.last?.message == message.id else {
                throw UsageError(
                    LocalizedText(
                        "reminder \(number) was snoozed again since; write a new message",
                        vi: "lời nhắc số \(number) đã được hoãn thêm sau đó; hãy nói trong tin nhắn mới"))
            }
            reminder.takeBack(delay)
        }
        // A pending one-time reminder is postponed from its own time.
        let moment = reminder.timing.isRecurring ? nil : reminder.next
        let zone = try await context.timeZone(of: context.user)
        let meaning = try meaning(of: spoken, in: zone, of: message, choice, from: spoken.isLength ? moment : nil)
        guard !meaning.timing.isRecurring else {
            throw UsageError(
                LocalizedText("expected a single time, not a recurrence", vi: "chỗ này cần một thời điểm, không phải nhiều lần"))
        }
        reminder.note(
            Reminder.Delay(message: message.id, said: message.text, before: reminder.movable, until: meaning.first))
        return try await snooze(reminder, key, until: meaning.first)
    }

    /// Moves a one-time reminder, or adds one more occurrence to a recurring one.
    func snooze(_ old: Reminder, _ key: ReminderKey, until date: Date) async throws -> Answer {
        var reminder = old
        reminder.move(to: date)
        if !old.isOpen { try await checkOpenLimit(for: key) }
        try await save(reminder, as: key)
        let moment = "\(clockText(date, in: reminder.zone)) (\(reminder.timing.zone))"
        return Answer(
            draft: context.say(
                "#\(key.number) is due \(moment): \(reminder.text)", vi: "#\(key.number) sẽ nhắc \(moment): \(reminder.text)"),
            actions: try schedulingActions(reminder, key))
    }

    private func checkOpenLimit(for key: ReminderKey) async throws {
        let others = try await context.state(.user(key.owner)).value.reminders.filter { $0.key != key.number }
        guard others.values.count(where: \.isOpen) >= options.open else { return }
        throw UsageError(
            LocalizedText(
                "you have \(options.open) open reminders; cancel one first", vi: "đang có \(options.open) lời nhắc; hãy huỷ bớt"))
    }

    func edit(_ number: Int, _ spoken: TimePhrase, in message: Message, _ choice: ReminderChoice?) async throws -> Answer {
        let key = ReminderKey(owner: context.user, number: number)
        var reminder = try await reminder(here: key)
        try checkKept(spoken, number)
        var notes: [LocalizedText] = []
        if spoken.hasTime {
            let meaning = try meaning(of: spoken, in: reminder.zone, of: message, choice)
            try checkPace(meaning.timing)
            if !reminder.isOpen { try await checkOpenLimit(for: key) }
            (reminder.timing, reminder.due, reminder.snoozed) = (meaning.timing, meaning.first, nil)
            notes = meaning.notes
        }
        if let what = spoken.text { reminder.text = Self.line(what) }
        guard reminder.isOpen else {
            throw UsageError(
                LocalizedText(
                    "reminder \(number) has ended; write a new time",
                    vi: "lời nhắc số \(number) đã xong; hãy nói lúc nào nhắc lại"))
        }
        try await save(reminder, as: key)
        return Answer(draft: try summary(reminder, key, notes), actions: try schedulingActions(reminder, key))
    }

    /// Rejects changes that an edit cannot make, and words that would be lost or taken as the text.
    private func checkKept(_ spoken: TimePhrase, _ number: Int) throws {
        guard spoken.recipients.allSatisfy({ $0 == .me || $0 == .user(context.user) }), !spoken.beginsWithRecipient else {
            throw UsageError(
                LocalizedText(
                    "the recipients cannot be changed; cancel \(number) and set a new reminder",
                    vi: "không đổi được người được nhắc; hãy huỷ \(number) rồi đặt lời nhắc mới"))
        }
        guard !spoken.beginsWithDuration else {
            throw UsageError(
                LocalizedText(
                    "'for' with a duration is not a time; write \"in 5 minutes\" or \"at 15:00\"",
                    vi: "nói bao lâu thì chưa rõ lúc nào cần nhắc; hãy viết \"5 phút nữa\" hoặc \"lúc 15h\""))
        }
    }

    func zone(_ name: String?) async throws -> Draft {
        guard let name else {
            let own = try await context.ownTimeZone(of: context.user)
            let zone = try await context.timeZone(of: context.user)
            let clock = clockText(context.now, in: zone)
            return own == nil
                ? context.say(
                    "You have not set a time zone, so \(zone.identifier) is used; it is \(clock) there.",
                    vi: "Bạn chưa chọn, nên dùng \(zone.identifier), bây giờ là \(clock).")
                : context.say(
                    "Your time zone is \(zone.identifier); it is \(clock) there.",
                    vi: "Múi giờ của bạn là \(zone.identifier), bây giờ là \(clock).")
        }
        guard let zone = context.timeZone(named: name) else {
            throw UsageError(
                LocalizedText(
                    "unknown time zone '\(name)'; write a name such as Asia/Ho_Chi_Minh",
                    vi: "không có múi giờ '\(name)'; hãy viết Asia/Ho_Chi_Minh"))
        }
        try await context.setTimeZone(zone, of: context.user)
        let clock = clockText(context.now, in: zone)
        return context.say(
            "Your time zone is now \(zone.identifier); it is \(clock) there. Open reminders are unchanged.",
            vi: "Từ nay giờ của bạn là \(zone.identifier), bây giờ là \(clock). Các lời nhắc đang có vẫn giữ nguyên.")
    }
}
