import BotKit
import Foundation

/// Reactions to the request or to the bot's answer: 👍 joins, ❌ cancels or leaves, ✏️ explains how to change the reminder.
extension ReminderService {
    enum Sign {
        case join, leave, edit

        init?(_ emoji: String) {
            switch emoji.replacing("\u{FE0F}", with: "") {
            case "👍", ":thumbsup:", ":+1:": self = .join
            case "❌", ":x:": self = .leave
            case "✏", ":pencil2:", ":pencil:": self = .edit
            default: return nil
            }
        }
    }

    private static let maxJoined = 50

    func actions(about reaction: Reaction) async throws -> [Action] {
        guard let sign = Sign(reaction.emoji), reaction.sender != context.me, sign == .join || !reaction.isRemoval,
            let key = try await key(of: reaction), try await context.member(reaction.sender)?.isBot != true
        else { return [] }
        let person = Reminder.Recipient(user: reaction.sender, name: reaction.senderName)
        switch sign {
        case .join: return try await join(key, person, isLeaving: reaction.isRemoval, reaction)
        case .leave where person.user == key.owner:
            return [answer(try await cancel(key), to: reaction)] + cancellations(of: key)
        case .leave: return try await drop(person, from: key, reaction)
        case .edit:
            guard person.user == key.owner else { return [] }
            return [hint(about: key)]
        }
    }

    /// Returns a message that explains how to change a reminder.
    func hint(about key: ReminderKey) -> Action {
        let command = "\(context.prefix)remind edit \(key.number)"
        return .ephemeral(
            context.say(
                "Edit your message, or write: \(command) tomorrow at 9:00 …",
                vi: "Hãy sửa tin nhắn của bạn, hoặc viết: \(command) 9h sáng mai …"), to: context.user)
    }

    /// Returns the reminder whose request or answer has the reaction; nil for any other message.
    private func key(of reaction: Reaction) async throws -> ReminderKey? {
        let questions = try await context.state(context.clan.isNone ? .channel : .clan).value.questions
        if let key = questions[reaction.message] { return key }
        guard !questions.isEmpty, reaction.messageAuthor == context.me || reaction.messageAuthor.isNone,
            let message = try await context.message(reaction.message), message.author.id == context.me
        else { return nil }
        return message.references.first.flatMap { questions[$0.message] }
    }

    private func join(
        _ key: ReminderKey, _ person: Reminder.Recipient, isLeaving: Bool, _ reaction: Reaction
    ) async throws -> [Action] {
        var reminder = try await reminder(key)
        let isIn = reminder.everybody.contains { $0.user == person.user }
        let hasJoined = reminder.joined.contains { $0.user == person.user }
        guard isLeaving ? hasJoined : !isIn && reminder.joined.count < Self.maxJoined else { return [] }
        reminder.joined.removeAll { $0.user == person.user }
        if !isLeaving { reminder.joined.append(person) }
        try await save(reminder, as: key)
        return [answer(try summary(reminder, key, []), to: reaction)]
    }

    /// Removes a user: no one has to accept reminders from another user.
    private func drop(_ person: Reminder.Recipient, from key: ReminderKey, _ reaction: Reaction) async throws -> [Action] {
        var reminder = try await reminder(key)
        guard reminder.everybody.contains(where: { $0.user == person.user }) else { return [] }
        let wasForPeople = !reminder.audience.isEmpty
        reminder.audience.removeAll { $0.user == person.user }
        reminder.joined.removeAll { $0.user == person.user }
        guard !wasForPeople || !reminder.everybody.isEmpty else {
            return [answer(try await cancel(key), to: reaction)] + cancellations(of: key)
        }
        try await save(reminder, as: key)
        return [answer(try summary(reminder, key, []), to: reaction)]
    }

    /// Edits the bot's answer to which, or to whose request, the reaction was added.
    private func answer(_ draft: Draft, to reaction: Reaction) -> Action {
        reaction.messageAuthor == context.me ? .edit(draft) : .editReply(draft)
    }
}
