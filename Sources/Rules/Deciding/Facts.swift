import BotKit
import Foundation
import MezonModel
import TextMatching

/// All that a condition or a template may know about an event. Not sent anywhere: it looks into the memory under its lock.
struct Facts {
    var event: Event
    let now: Date
    let me: UserID
    let isLate: Bool
    let sequence: Int64
    /// The prefix of commands: `*`.
    let prefix: String
    /// What was found in the event's texts.
    var hits: TextScanResult
    var surroundings: RecordingDirectory
    let memory: RuleState
    /// Values that rules of this event have set for those after them.
    var variables: [String: String] = [:]
    /// Whom it happened to, where the trigger says so and not the event.
    var chosenTarget: UserID?
    /// The entry that it is about, where that is an earlier one.
    var origin: Int64?

    /// Channels that the configuration says are private, whatever is known of them besides.
    var privateChannels: Set<ChannelID> = []

    // Of the rule that is asked:
    var world: ExecutionMode = .real
    /// The rule's `id`; empty between rules.
    var rule = ""
    /// The `id` of the trigger that fired; its kind where it has none.
    var trigger = ""

    /// The clan that the channel belongs to: an event may name another one, which its sender has made up.
    var clan: ClanID { event.clan(surroundings.channel) }
    var channelID: ChannelID { event.channel }

    /// The message it is about, where the event brings it along.
    var message: Message? {
        switch event {
        case .message(let message), .edit(let message), .system(let message): message
        default: nil
        }
    }

    /// The text that conditions look at; empty where there is none.
    var text: String { message?.text ?? "" }

    /// The message that an edit changes or a deletion ends, as it stood before; nil where the bot has not seen it, or its text is gone.
    var earlierMessage: Message? {
        switch event {
        case .edit(let message): surroundings.message(message.id, in: message.channel, before: origin ?? sequence)
        case .delete(let removal): surroundings.message(removal.message, in: removal.channel, before: origin ?? sequence)
        default: nil
        }
    }

    /// The text that people are shown: of a deleted message the one that it had.
    var toldText: String {
        if case .delete = event { return earlierMessage?.text ?? "" }
        return text
    }

    /// Who did it. The server does not always say whose message is gone; then the journal does.
    var actor: UserID {
        let actor = event.actor
        guard actor.isNone, case .delete = event else { return actor }
        return earlierMessage?.author.id ?? 0
    }

    /// Whom it happened to: the person who was replied to, mentioned, reacted to, or given a role.
    var target: UserID { chosenTarget ?? eventTarget }

    private var eventTarget: UserID {
        switch event {
        case .message(let message), .edit(let message), .system(let message):
            message.references.first?.sender ?? message.mentions.first { !$0.user.isNone && $0.user != Mention.everyone }?.user
                ?? 0
        case .reaction(let reaction): reaction.messageAuthor
        case .rolesChanged(let change): change.added.first ?? change.removed.first ?? 0
        case .banChanged(let change): change.users.first ?? 0
        case .tokenSent(let transfer): transfer.receiver
        default: 0
        }
    }

    func member(_ user: UserID) -> Member? { user.isNone ? nil : surroundings.member(user, clan) }

    /// Whether an application did it. The server says so of those who join, not of every message: others count as people.
    var isByBot: Bool { member(actor)?.isBot ?? false }

    /// The same of anybody; what another network says of who speaks counts, too.
    func isBot(_ user: UserID) -> Bool {
        member(user)?.isBot ?? false || user == actor && message?.isAutomatic == true
    }

    func subject(_ scope: SubjectScope) -> String { scope.subject(user: chosenTarget ?? actor, channel: channelID, clan: clan) }

    /// A counter as it stands at the event's time.
    func count(_ key: StateKey, sinkingBy decay: CounterDecay?) -> Int {
        guard let memo = memo(key) else { return 0 }
        return (decay?.applied(to: memo, at: now) ?? memo).count
    }

    func memo(_ key: StateKey) -> StateEntry? { memory.memo(key, in: world, at: now) }
}
