import BotConfiguration
import BotKit
import ChatModel
import Foundation

/// The events of a test and those who take part in them.
struct RuleTestEvents: Sendable {
    static let clan: ClanID = 1_000_002
    static let mentioned: UserID = 1_000_010
    private static let elsewhere: ChannelID = 1_000_003

    let rule: CompiledRule
    let given: RuleTestInput
    /// The trigger for which the events are made.
    let trigger: RuleTrigger?

    /// The message that a tested one replies to. It is not in the journal.
    private static let repliedMessage: MessageID = 1

    var author: Author { Author(id: given.user, username: given.username, displayName: given.name) }

    /// Returns the message before an edit or deletion; `nil` for the one that a tested one replies to.
    func earlierMessage(_ id: MessageID, at now: Date) -> Message? {
        guard id != Self.repliedMessage else { return nil }
        let text = trigger?.kind == .edit ? given.previousText : given.text
        return Message(id: id, clan: clanID, channel: channelID, author: author, content: Content(text), createdAt: now)
    }

    /// The trigger for reactions of several people, all of whom count.
    private var reactions: ReactionsTrigger? {
        if case .reactions(let watch)? = rule.triggers.first?.detail { watch } else { nil }
    }

    /// The message to which the people of a test react, and the user before the first of them.
    private static let reactedMessage: MessageID = 2
    private static let firstPerson: UserID = 2_000_000

    func person(_ user: UserID, at now: Date) -> Member? {
        guard let reactions, user > Self.firstPerson else { return nil }
        return Member(
            clan: Self.clan, user: user, roles: reactions.roles.sorted(),
            joinedAt: now.addingTimeInterval(-RuleTestInput().memberFor))
    }

    var channelID: ChannelID {
        given.channel ?? rule.scope.exampleChannel ?? (given.webhook == nil ? Self.elsewhere : Self.endpoint)
    }
    private static let endpoint = ChannelID(connection: "test", channel: "hook")
    var clanID: ClanID { rule.scope.exampleClan ?? Self.clan }

    /// The fields of a submitted form as a client sends them.
    private var form: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(JSONValue.object(given.form)), as: UTF8.self)
        } catch {
            preconditionFailure("JSON values can be encoded: \(error)")
        }
    }

    func event(at now: Date, number: Int) -> Event {
        let id = MessageID(Snowflake.floor(of: now) + Int64(number))
        var content = Content(given.text)
        if given.isForwarded { content.extras["fwd"] = .bool(true) }
        if let webhook = given.webhook { WebhookData(webhook).store(in: &content) }
        let message = Message(
            id: id, clan: clanID, channel: channelID, author: author, content: content, mentions: given.mentions,
            attachments: given.attachments,
            references: given.repliedTo.isNone ? [] : [Reference(message: Self.repliedMessage, sender: given.repliedTo)],
            createdAt: now)
        switch trigger?.kind {
        case .edit: return .edit(message)
        case .roomChange:
            var message = message
            message.code = channelID.isExternal ? .roomChange : .welcome
            return .systemMessage(message)
        case .delete:
            return .delete(Removal(message: id, clan: clanID, channel: channelID, sender: given.user, at: now))
        case .reaction:
            return .reaction(
                Reaction(
                    emoji: given.emoji, sender: given.user, clan: clanID, channel: channelID, message: id,
                    messageAuthor: given.repliedTo))
        case .reactions:
            return .reaction(
                Reaction(
                    emoji: reactions?.emoji.min() ?? given.emoji, sender: UserID(Self.firstPerson.rawValue + Int64(number)),
                    clan: clanID,
                    channel: channelID, message: Self.reactedMessage, messageAuthor: given.user))
        case .join: return .memberJoined(Membership(clan: clanID, users: [given.user], username: given.username))
        case .leave: return .memberLeft(Membership(clan: clanID, users: [given.user], username: given.username))
        case .roleChange:
            return .rolesChanged(roleChange)
        case .button, .form:
            return .button(
                ButtonClick(
                    message: id, channel: channelID, button: given.button, user: given.user, messageAuthor: RuleTestInput.me,
                    extra: trigger?.kind == .form ? form : ""))
        case .quickMenu:
            return .quickMenu(MenuChoice(clan: clanID, channel: channelID, menu: given.button, user: given.user))
        case .channelCreated: return .channelCreated(Channel(id: channelID, clan: clanID, label: "test"))
        case .threadCreated:
            return .channelCreated(Channel(id: channelID, clan: clanID, parent: 1, kind: .thread, label: "test"))
        case .banChanged:
            return .banChanged(BanChange(clan: clanID, channel: channelID, users: [given.user], by: 1, isLifted: false))
        case .voiceJoined: return .voiceJoined(VoicePresence(clan: clanID, channel: channelID, user: given.user))
        case .voiceLeft: return .voiceLeft(VoicePresence(clan: clanID, channel: channelID, user: given.user))
        case .tokenSent: return .tokenSent(TokenTransfer(sender: given.user, receiver: given.repliedTo, amount: 1))
        case .coffeeGiven:
            return .coffeeGiven(
                CoffeeGift(
                    sender: given.user, receiver: given.repliedTo, amount: 1, clan: clanID, channel: channelID, message: id))
        case .clanEvent:
            let kinds = if case .calendar(let kinds)? = trigger?.detail { kinds } else { Set<ClanEventChange.Kind>() }
            let kind = ClanEventChange.Kind.allCases.first { kinds.contains($0) } ?? .created
            return .clanEventChanged(
                ClanEventChange(kind, ClanEvent(id: 1, clan: clanID, title: given.text, startsAt: now), by: given.user))
        case .startup: return .system(.started(at: now))
        case .reconnected: return .system(.reconnected(gap: 3600, at: now))
        case .signal:
            let name = if case .name(let name)? = trigger?.detail { name } else { "" }
            return .system(.signal(.init(name: name, clan: clanID, channel: channelID, hops: 0, at: now)))
        case .schedule:
            return .system(
                .due(
                    .init(
                        author: rule.author,
                        ScheduledJob(
                            trigger?.jobName ?? "", due: now, clan: clanID,
                            channel: given.channel ?? rule.scope.onlyChannel ?? 0), at: now)))
        case .reminderDue:
            let due = ScheduledJob(
                "1", due: now, clan: clanID, channel: channelID, user: given.user, note: ["text": .string(given.text)])
            return .system(.due(.init(author: "bot:reminders", due, at: now)))
        case .manual, .silence: return .system(.fired(.init(rule: rule.id, clan: clanID, channel: channelID, at: now)))
        case .unanswered:
            var message = message
            if message.mentions.isEmpty {
                message.mentions = [Mention(user: Self.mentioned, username: "mai", range: TextRange(0, 0))]
            }
            return .message(message)
        case .message, .command, .counter, .sanction, .level, nil: return .message(message)
        }
    }
}
