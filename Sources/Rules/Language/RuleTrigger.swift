import BotConfig
import MezonModel

/// What a rule wakes up for.
struct RuleTrigger: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case message, edit, delete, reaction, join, leave
        case roleChange = "role_change"
        /// Somebody came to a room, left it, or changed its topic, or what they are called there.
        case roomChange = "room_change"
        case channelCreated = "channel_created"
        case threadCreated = "thread_created"
        case button, form
        case quickMenu = "quick_menu"
        case command
        case banChanged = "ban_changed"
        case voiceJoined = "voice_joined"
        case voiceLeft = "voice_left"
        case tokenSent = "token_sent"
        case counter, signal, startup, reconnected, manual, schedule, unanswered, silence
        case reminderDue = "reminder_due"

        /// Whether it comes by itself, nowhere in particular: where a rule holds does not narrow it down.
        var isPlaceless: Bool { self == .schedule }
    }

    /// What narrows a kind down.
    enum Detail: Hashable, Sendable {
        case none
        /// Any of these emoji (all where empty), put there or taken back (both where nil).
        case emoji(Set<String>, isRemoval: Bool?)
        /// A button's, form's or menu's name, or its beginning before a `*`.
        case route(String)
        /// A command's or signal's name; that of the rule itself where it is set off by hand.
        case name(String)
        case crossing(counter: String, Comparison, isRising: Bool)
        case gap(Comparison)
        /// Of the rule of this id.
        case schedule(ScheduleTrigger, of: String)
        case unanswered(UnansweredTrigger)
        /// Of the rule of this id.
        case silence(SilenceTrigger, of: String)
    }

    /// Whether it may be set off by hand.
    var isManual: Bool { [.manual, .schedule, .silence].contains(kind) }

    /// The name of the command that it waits for; nil where it waits for something else.
    var command: String? {
        guard kind == .command, case .name(let name) = detail else { return nil }
        return name
    }

    var kind: Kind
    /// Conditions ask by it which one fired.
    var id: String
    var detail: Detail

    /// Takes in the `id` of the rule that it wakes, where that makes a difference.
    mutating func belong(to rule: String) {
        switch detail {
        case .schedule(let schedule, _): detail = .schedule(schedule, of: rule)
        case .silence(let watch, _): detail = .silence(watch, of: rule)
        default: if kind == .manual { detail = .name(rule) }
        }
    }

    /// Whether an event of its kind is one that it wakes up for.
    func fires(at event: Event, prefix: String) -> Bool {
        switch (detail, event) {
        case (.none, _): true
        case (.emoji(let emoji, let isRemoval), .reaction(let reaction)):
            (emoji.isEmpty || emoji.contains(reaction.emoji)) && (isRemoval.map { $0 == reaction.isRemoval } ?? true)
        case (.route(let route), .button(let click)): Self.route(route, fits: click.button)
        case (.route(let route), .quickMenu(let choice)): Self.route(route, fits: choice.menu)
        case (.name(let name), .message(let message)): CommandMessage(message.text, prefix: prefix)?.name == name
        case (.name(let name), .house(.signal(let signal))): signal.name == name
        case (.name(let name), .house(.fired(let firing))): firing.rule == name
        case (.schedule(_, let rule), .house(.due(let occurrence))):
            occurrence.author == CompiledRule.author(rule) && occurrence.appointment.name == appointmentName
        case (.schedule(_, let rule), .house(.fired(let firing))), (.silence(_, let rule), .house(.fired(let firing))):
            firing.rule == rule
        case (.unanswered, .message): true
        case (.gap(let comparison), .house(.reconnected(let gap, _))): comparison.holds(gap)
        default: false
        }
    }

    private static func route(_ pattern: String, fits name: String) -> Bool {
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}

extension RuleTrigger.Kind {
    /// Whose appointments are reminders.
    private static let reminders = "bot:reminders"

    /// The kinds that an event is an occasion for.
    static func kinds(of event: Event, prefix: String) -> [RuleTrigger.Kind] {
        switch event {
        case .message(let message):
            (message.text.hasPrefix(prefix) && !prefix.isEmpty ? [.message, .command] : [.message])
                + (message.mentions.contains { !$0.user.isNone && $0.user != Mention.everyone } ? [.unanswered] : [])
        case .edit: [.edit]
        case .delete: [.delete]
        case .reaction: [.reaction]
        case .button(let click): click.extra.isEmpty ? [.button] : [.button, .form]
        case .memberJoined: [.join]
        case .memberLeft: [.leave]
        case .system(let message): message.isRoomChange ? [.roomChange] : []
        case .channelCreated(let channel): channel.kind == .thread ? [.threadCreated] : [.channelCreated]
        case .rolesChanged: [.roleChange]
        case .banChanged: [.banChanged]
        case .voiceJoined: [.voiceJoined]
        case .voiceLeft: [.voiceLeft]
        case .quickMenu: [.quickMenu]
        case .tokenSent: [.tokenSent]
        case .house(.signal): [.signal]
        case .house(.fired): [.manual, .schedule, .silence]
        case .house(.due(let occurrence)) where occurrence.isDismissed: []
        case .house(.due(let occurrence)):
            occurrence.isForRule ? [.schedule] : occurrence.author == Self.reminders ? [.reminderDue] : []
        case .house(.started): [.startup]
        case .house(.reconnected): [.reconnected]
        case .house, .channelUpdated, .channelDeleted, .channelMembersAdded, .unknown: []
        }
    }
}
