import BotKit
import ChatModel
import Foundation
import PatternMatching

/// The facts about an event that conditions and templates may use. Not sendable: it reads the rule state under its lock.
struct Facts {
    var event: Event
    var now: Date
    let me: UserID
    let isLate: Bool
    let sequence: Int64
    /// The command prefix, for example `*`.
    let prefix: String
    /// The matches found in the event's texts.
    var hits: TextScanResult
    var directory: RecordingDirectory
    let state: RuleState
    /// The values that earlier rules have set for this event.
    var variables: [String: String] = [:]
    /// The user affected, if the trigger rather than the event determines it.
    var chosenTarget: UserID?
    /// The sequence number of the entry that the rule is about, if that is an earlier one.
    var origin: Int64?

    /// The case that triggers the rule, if another rule's does.
    var sanction: Sanction?
    /// The number of people who have reacted to the message, if that is what triggers the rule.
    var reactingPeople: Int?

    /// The replacements with which rules relay texts.
    var relayReplacements: [RelayReplacement] = []
    /// The channels that the configuration declares private, regardless of what the server reports.
    var privateChannels: Set<ChannelID> = []

    // Set for the rule being evaluated:
    var executionMode: ExecutionMode = .real
    /// The rule's `id`; empty between rules.
    var rule = ""
    /// The `id` of the trigger that fired; its kind if it has no id.
    var trigger = ""

    /// The clan that the channel belongs to: an event may name another one, which its sender has made up.
    var clan: ClanID { directory.clan(of: event) }
    var channelID: ChannelID { event.channel }

    /// The message of the event, if the event contains one.
    var message: Message? {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): message
        default: nil
        }
    }

    /// The text that conditions check; empty if there is none.
    var text: String {
        // Every condition on texts reads it: a copy of the whole message would take longer than the comparison.
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): message.text
        default: ""
        }
    }

    /// A Boolean value that indicates whether a program on another network sent the message.
    var isAutomatic: Bool {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): message.isAutomatic
        default: false
        }
    }

    /// The message before an edit or deletion, or to which somebody reacted; `nil` if the bot has not seen it or its text has been removed.
    var earlierMessage: Message? {
        switch event {
        case .edit(let message): directory.message(message.id, in: message.channel, before: origin ?? sequence)
        case .delete(let removal): directory.message(removal.message, in: removal.channel, before: origin ?? sequence)
        case .reaction(let reaction): directory.message(reaction.message, in: reaction.channel, before: origin ?? sequence)
        default: nil
        }
    }

    /// The text shown to users; for a deleted message, its last text.
    var displayedText: String {
        if case .delete = event { return earlierMessage?.text ?? "" }
        return text
    }

    /// The user who caused the event. The server does not always name the author of a deleted message; the journal is used then.
    var actor: UserID {
        let actor = event.actor
        guard actor.isNone, case .delete = event else { return actor }
        return earlierMessage?.author.id ?? 0
    }

    /// The user affected by the event: replied to, mentioned, reacted to, or given a role.
    var target: UserID { chosenTarget ?? eventTarget }

    private var eventTarget: UserID {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message):
            repliedTo ?? message.mentions.first { !$0.user.isNone && $0.user != Mention.everyone }?.user
                ?? 0
        case .reaction: messageAuthor
        case .rolesChanged(let change): change.added.first ?? change.removed.first ?? 0
        case .banChanged(let change): change.users.first ?? 0
        case .tokenSent(let transfer): transfer.receiver
        case .coffeeGiven(let gift): gift.receiver
        default: 0
        }
    }

    func member(_ user: UserID) -> Member? { user.isNone ? nil : directory.member(user, clan) }

    /// A Boolean value that indicates whether a bot caused the event. The server identifies bots when they join, not with every
    /// message; unidentified accounts count as users.
    var isByBot: Bool { member(actor)?.isBot ?? false }

    /// Returns whether a user is a bot. Information from other networks about the author counts as well.
    func isBot(_ user: UserID) -> Bool {
        member(user)?.isBot ?? false || user == actor && isAutomatic
    }

    func subject(_ scope: SubjectScope) -> String { scope.subject(user: chosenTarget ?? actor, channel: channelID, clan: clan) }

    func windowSubject(_ scope: SubjectScope) -> WindowSubject {
        WindowSubject(scope, user: chosenTarget ?? actor, channel: channelID, clan: clan)
    }

    /// Returns a counter's value at the event's time.
    func count(_ key: StateKey, decay: CounterDecay?) -> Int {
        guard let entry = stateEntry(key) else { return 0 }
        return (decay?.applied(to: entry, at: now) ?? entry).count
    }

    func stateEntry(_ key: StateKey) -> StateEntry? { state.entry(key, in: executionMode, at: now) }
}
