import BotKit
import Foundation

/// The recipients of a reminder and its channel.
extension ReminderService {
    private static let maxUsers = 10

    /// Returns the recipients and the channel of a request.
    ///
    /// - Throws: `UsageError` for users who cannot be reminded, and for channels in which the requester may not write.
    func audience(of spoken: TimePhrase, in message: Message) async throws -> ([Reminder.Recipient], ChannelID) {
        let own = Reminder.Recipient(user: message.author.id, name: message.author.username)
        guard !spoken.recipients.isEmpty else { return ([own], context.channel) }
        var audience: [Reminder.Recipient] = []
        var channel = context.channel
        for who in spoken.recipients {
            switch who {
            case .me: audience.append(own)
            case .us, .here: continue  // Everyone in the channel, without a mention.
            case .user(own.user): audience.append(own)
            case .user(let user): audience.append(try await person(user, in: message))
            case .role(let role): audience.append(try await self.role(role, in: message))
            case .channel(let id): channel = try await place(id)
            }
        }
        guard audience.count <= Self.maxUsers else {
            throw UsageError(
                LocalizedText("at most \(Self.maxUsers) recipients", vi: "nhiều nhất \(Self.maxUsers) người một lần"))
        }
        return (audience, channel)
    }

    private func person(_ user: UserID, in message: Message) async throws -> Reminder.Recipient {
        let name = message.mentions.first { $0.user == user }?.username ?? ""
        guard user != Mention.everyone, user != context.me else {
            throw UsageError(LocalizedText("mention each user by name", vi: "tôi chỉ nhắc từng người, theo tên"))
        }
        guard !context.clan.isNone, let member = try await context.member(user), !member.isBot else {
            throw UsageError(LocalizedText("I cannot remind \(name) here", vi: "tôi không nhắc \(name) ở đây được"))
        }
        guard try await !context.state(.user(user)).value.refuses else {
            throw UsageError(
                LocalizedText("\(name) does not accept reminders from others", vi: "\(name) không nhận lời nhắc từ người khác"))
        }
        return Reminder.Recipient(user: user, name: name.isEmpty ? "\(user)" : name)
    }

    /// Checks that the requester has the role or may remind any role.
    private func role(_ role: RoleID, in message: Message) async throws -> Reminder.Recipient {
        let name = message.mentions.first { $0.role == role }?.roleName ?? ""
        let own = try await context.member(message.author.id)?.roles ?? []
        guard own.contains(role) || !Set(own).isDisjoint(with: options.announcers) else {
            throw UsageError(
                LocalizedText(
                    "only members with the role '\(name)' can set reminders for it",
                    vi: "chỉ người có vai trò '\(name)' mới nhắc được vai trò này"))
        }
        return Reminder.Recipient(role: role, name: name.isEmpty ? "\(role)" : name)
    }

    /// Checks that another channel is open to the whole clan: the members of a private one are unknown.
    private func place(_ id: ChannelID) async throws -> ChannelID {
        guard id != context.channel else { return id }
        guard !context.clan.isNone, let channel = try await context.channel(id), channel.clan == context.clan, !channel.isPrivate,
            // What is said in a private channel stays there.
            !context.isInPrivatePlace, [.text, .thread].contains(channel.kind)
        else {
            throw UsageError(
                LocalizedText(
                    "I cannot verify that you may write there; use the command in that channel",
                    vi: "tôi không chắc bạn được viết ở đó; hãy yêu cầu ngay trong kênh ấy"))
        }
        return id
    }

    /// Returns the time zone of a request: that of a single recipient, or else that of the requester.
    func zone(for audience: [Reminder.Recipient]) async throws -> TimeZone {
        if audience.count == 1, let only = audience.first?.user, !only.isNone { return try await context.timeZone(of: only) }
        return try await context.timeZone(of: context.user)
    }

    func setAllowsOthers(_ isWelcome: Bool) async throws -> Draft {
        try await context.state(.user).update { $0.refuses = !isWelcome }
        return isWelcome
            ? context.say("Others can set reminders for you.", vi: "Người khác có thể nhắc bạn.")
            : context.say(
                "Others can no longer set reminders for you; ❌ on a reminder removes you from it.",
                vi: "Người khác không thể nhắc bạn nữa; ❌ ở một lời nhắc để rút ra khỏi đó.")
    }
}
