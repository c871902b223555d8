import BotKit
import Foundation

/// The implementation of the reminder commands.
struct ReminderService: Sendable {
    let context: Reminders.Context
    let options: Reminders.Options

    init(_ context: Reminders.Context, _ options: Reminders.Options) {
        self.context = context
        self.options = options
    }

    /// The answer to a request, with the resulting actions.
    struct Answer {
        var draft: Draft
        var actions: [Action] = []
    }

    func actions(about wish: ReminderArguments, in message: Message) async throws -> [Action] {
        guard let answer = try await answer(to: wish, in: message) else { return [] }
        guard context.isEdit else { return [.reply(answer.draft)] + answer.actions }
        return [try await hasAnswered(message) ? .editReply(answer.draft) : .reply(answer.draft)] + answer.actions
    }

    /// Handles the choice among several meanings.
    func actions(about choice: ReminderChoice) async throws -> [Action] {
        guard let message = try await context.message(choice.question), message.author.id == context.user else { throw notTheirs }
        guard let wish = ReminderArguments(message, prefix: context.prefix),
            let answer = try await answer(to: wish, in: message, meaning: choice)
        else { throw Self.isOld }
        return [.edit(answer.draft)] + answer.actions
    }

    /// Performs a request; returns nil if there is nothing to do.
    private func answer(
        to wish: ReminderArguments, in message: Message, meaning choice: ReminderChoice? = nil
    ) async throws -> Answer? {
        do {
            switch wish {
            case .remind(let spoken): return try await set(spoken, in: message, choice)
            case .list: return Answer(draft: try await list())
            case .cancel(let number):
                let key = ReminderKey(owner: context.user, number: number)
                return Answer(draft: try await cancel(key), actions: cancellations(of: key))
            case .snooze(let number, let spoken): return try await snooze(number, spoken, in: message, choice)
            case .edit(let number, let spoken): return try await edit(number, spoken, in: message, choice)
            case .others(let areWelcome): return Answer(draft: try await setAllowsOthers(areWelcome))
            case .zone(let name): return Answer(draft: try await zone(name))
            }
        } catch let doubt as Ambiguity {
            return Answer(draft: try question(doubt, about: message))
        }
    }

    /// An ambiguous request, with its possible meanings.
    struct Ambiguity: Error {
        var meanings: [TimeInterpretation]
    }

    /// Returns the only meaning of a phrase, or the one that was chosen.
    ///
    /// - Parameter now: The start of durations; nil for the time of the message.
    func meaning(
        of spoken: TimePhrase, in zone: TimeZone, of message: Message, _ choice: ReminderChoice?, from now: Date? = nil
    ) throws -> TimeInterpretation {
        let meanings = try context.meanings(of: spoken, in: zone, at: now ?? message.updatedAt)
        guard let choice else {
            guard let first = meanings.first, meanings.count == 1 else { throw Ambiguity(meanings: meanings) }
            return first
        }
        guard let chosen = meanings.first(where: { ReminderChoice($0, of: message.id) == choice }) else { throw Self.isOld }
        guard chosen.timing.isRecurring || chosen.first > context.now else {
            throw UsageError(LocalizedText("This time has already passed.", vi: "Thời điểm đó đã qua mất rồi."))
        }
        return chosen
    }

    private func question(_ doubt: Ambiguity, about message: Message) throws -> Draft {
        let choices = try doubt.meanings.prefix(20).map { meaning in
            (
                label: meaning.timing.isRecurring
                    ? try words(for: meaning.timing) : clockText(meaning.first, in: zone(of: meaning.timing)),
                payload: ReminderChoice(meaning, of: message.id)
            )
        }
        let draft = context.say("This is ambiguous. Which time do you mean?", vi: "Có thể hiểu nhiều cách. Ý bạn là lúc nào?")
        guard choices.count > 5 else {
            return try draft.adding(choices.map { try Reminders.choose.button($0.label, $0.payload, .secondary) })
        }
        return try draft.adding(Reminders.choose.select(context.words("When?", vi: "Lúc nào?"), choices))
    }

    /// Returns whether the bot has an answer to a message that can be edited.
    private func hasAnswered(_ message: Message) async throws -> Bool {
        do {
            return try await context.history().contains {
                $0.author.id == context.me && $0.references.first?.message == message.id
            }
        } catch is ContextReadError {
            return true
        }
    }

    func zone(of timing: Timing) -> TimeZone { TimeZone(identifier: timing.zone) ?? context.timeZone }

    static let isOld = UsageError(
        LocalizedText("This question is no longer valid.", vi: "Câu hỏi này không còn hiệu lực."))

    var notTheirs: UsageError {
        UsageError(LocalizedText("This reminder belongs to another user.", vi: "Lời nhắc này của người khác."))
    }

    func elsewhere(_ key: ReminderKey) -> UsageError {
        UsageError(
            LocalizedText(
                "reminder \(key.number) was set elsewhere; change it there or in a direct message",
                vi: "lời nhắc số \(key.number) được đặt ở nơi khác; hãy đổi ở đó hoặc nhắn riêng"))
    }

    func reminder(_ key: ReminderKey) async throws -> Reminder {
        guard let reminder = try await context.state(.user(key.owner)).value.reminders[key.number] else {
            let digits = digits(of: key.number)
            throw UsageError(LocalizedText("there is no reminder \(digits)", vi: "không có lời nhắc số \(digits)"))
        }
        return reminder
    }

    /// Returns a reminder whose text the readers of this channel may know: it was set here or in a public channel of the clan.
    func reminder(here key: ReminderKey) async throws -> Reminder {
        let reminder = try await reminder(key)
        if context.isInDirectConversation || [reminder.place, reminder.channel].contains(context.channel) { return reminder }
        guard !context.clan.isNone, reminder.clan == context.clan,
            try await context.channel(reminder.place)?.isPrivate == false
        else { throw elsewhere(key) }
        return reminder
    }
}
