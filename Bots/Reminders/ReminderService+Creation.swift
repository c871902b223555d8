import BotKit
import Foundation

/// Setting reminders, changing them when their request is edited, and limiting their number.
extension ReminderService {
    private static let maxLetters = 400

    func set(_ spoken: TimePhrase, in message: Message, _ choice: ReminderChoice?) async throws -> Answer? {
        let owner = message.author.id
        let known = try await context.state(.user(owner)).value.reminders.first { $0.value.question == message.id }
        // The server also reports changes that do not affect the text.
        if context.isEdit, let known, known.value.said == message.text { return nil }
        guard let what = spoken.text else {
            throw UsageError(LocalizedText("add the text of the reminder", vi: "hãy nói cần nhắc việc gì"))
        }
        let (audience, channel) = try await audience(of: spoken, in: message)
        let meaning = try meaning(of: spoken, in: try await zone(for: audience), of: message, choice)
        try checkPace(meaning.timing)
        var reminder = Reminder(
            text: Self.line(what), timing: meaning.timing, due: meaning.first, clan: context.clan, channel: channel,
            question: message.id, said: message.text, place: context.channel, audience: audience)
        (reminder.joined, reminder.delays) = (known?.value.joined ?? [], known?.value.delays)
        if !audience.isEmpty, !audience.contains(where: { $0.user == owner }) { reminder.by = message.author.name }
        let key = ReminderKey(owner: owner, number: try await number(known?.key, of: owner))
        try await save(reminder, as: key)
        return Answer(
            draft: try summary(reminder, key, meaning.notes), actions: try schedulingActions(reminder, key, isNew: known == nil))
    }

    /// Returns the text in one line, shortened if necessary.
    static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > maxLetters ? line.prefix(maxLetters) + "…" : line
    }

    /// Rejects recurrences that are too frequent.
    func checkPace(_ timing: Timing) throws {
        guard timing.isRecurring else { return }
        let moments = try context.occurrences(of: timing, after: context.now, count: 50)
        let shortest = zip(moments, moments.dropFirst()).map { $1.timeIntervalSince($0) }.min() ?? .infinity
        guard shortest < Double(options.minutesApart) * 60 else { return }
        throw UsageError(
            LocalizedText(
                "too frequent: the minimum interval is \(options.minutesApart) minutes",
                vi: "như vậy quá dày: ít nhất phải cách nhau \(options.minutesApart) phút"))
    }

    /// Returns the reminder's number, or the next free one.
    ///
    /// - Throws: `UsageError` if there are too many.
    func number(_ known: Int?, of owner: UserID) async throws -> Int {
        let (now, most) = (context.now, options.open)
        return try await context.state(.user(owner)).update { state in
            if let known, state.reminders[known]?.isOpen == true { return known }
            guard state.reminders.values.count(where: \.isOpen) < most else {
                throw UsageError(
                    LocalizedText(
                        "you have \(most) open reminders; cancel one first", vi: "bạn đang có \(most) lời nhắc; hãy huỷ bớt"))
            }
            state.set = state.set.filter { now.timeIntervalSince($0) < 60 }
            guard state.set.count < Self.maxPerMinute else {
                throw UsageError(
                    LocalizedText("too many reminders within a minute; wait", vi: "hơi nhiều trong một phút; hãy chờ chút"))
            }
            state.set.append(now)
            if let known { return known }
            state.last += 1
            return state.last
        }
    }

    private static let maxPerMinute = 10

    /// Stores a reminder in its owner's state, and its request in the state of the clan or channel.
    func save(_ reminder: Reminder, as key: ReminderKey) async throws {
        let most = options.openInClan
        if !reminder.question.isNone, reminder.isOpen { try await removeStaleRequests(scope(of: reminder)) }
        try await context.state(scope(of: reminder)).update { state in
            guard !reminder.question.isNone else { return }
            guard reminder.isOpen else {
                state.questions[reminder.question] = nil
                return
            }
            guard state.questions[reminder.question] != nil || state.questions.count < most else {
                throw UsageError(LocalizedText("this clan has \(most) open reminders", vi: "clan này đang có \(most) lời nhắc"))
            }
            state.questions[reminder.question] = key
        }
        try await context.state(.user(key.owner)).update { state in
            state.reminders[key.number] = reminder
            let over = state.reminders.filter { !$0.value.isOpen }.keys.sorted()
            for number in over.dropLast(Self.maxExcess) { state.reminders[number] = nil }
        }
    }

    /// Removes requests whose reminders no longer exist, as after an erasure of the owner's data.
    private func removeStaleRequests(_ scope: StateScope) async throws {
        let questions = try await context.state(scope).value.questions
        guard questions.count >= options.openInClan else { return }
        var gone: Set<MessageID> = []
        for (question, key) in questions {
            let reminder = try await context.state(.user(key.owner)).value.reminders[key.number]
            if reminder?.isOpen != true || reminder?.question != question { gone.insert(question) }
        }
        try await context.state(scope).update { [gone] state in
            state.questions = state.questions.filter { !gone.contains($0.key) }
        }
    }

    /// The number of finished reminders kept, because they can still be postponed.
    private static let maxExcess = 10

    private func scope(of reminder: Reminder) -> StateScope {
        reminder.clan.isNone ? .channel(reminder.place) : .clan(reminder.clan)
    }

    /// Returns the actions that schedule a reminder and cancel its previous jobs.
    func schedulingActions(_ reminder: Reminder, _ key: ReminderKey, isNew: Bool = false) throws -> [Action] {
        let (schedule, channel) = (context.schedule, reminder.channel)
        // A change may carry what is said in a private channel or in another clan.
        let isOpenHere = !context.isInPrivatePlace && [context.clan, 0].contains(reminder.clan)
        guard channel == context.channel || context.clan.isNone || isOpenHere else { throw elsewhere(key) }
        var actions = isNew ? [] : cancellations(of: key)
        if reminder.due != nil {
            actions.append(
                try schedule.schedule(
                    key.name, reminder.timing, in: channel, for: key.owner, ReminderNote(key: key, text: reminder.text)))
        }
        if let moment = reminder.snoozed {
            let note = ReminderNote(key: key, isSnooze: true, text: reminder.text)
            actions.append(
                try schedule.schedule(key.snoozeName, Timing(at: moment, in: reminder.zone), in: channel, for: key.owner, note))
        }
        return actions
    }

    func cancellations(of key: ReminderKey) -> [Action] {
        [context.schedule.cancel(key.name), context.schedule.cancel(key.snoozeName)]
    }
}
