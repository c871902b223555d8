import BotConfiguration
import ChatModel

/// A trigger of a rule.
struct RuleTrigger: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case message, edit, delete, reaction, reactions, join, leave
        case roleChange = "role_changed"
        /// A user joined or left a channel, or changed its topic or their nickname there.
        case roomChange = "channel_changed"
        case channelCreated = "channel_created"
        case threadCreated = "thread_created"
        case button, form
        case quickMenu = "quick_menu"
        case command
        case banChanged = "ban_changed"
        case voiceJoined = "voice_joined"
        case voiceLeft = "voice_left"
        case tokenSent = "token_sent"
        case coffeeGiven = "coffee_given"
        /// A change in the clan's calendar.
        case clanEvent = "clan_event"
        case counter, signal, sanction, level, startup, reconnected, manual, schedule, unanswered, silence
        case reminderDue = "reminder_due"

        /// A Boolean value that indicates whether the trigger fires without a channel, so that the rule's scope does not limit
        /// it.
        var hasNoChannel: Bool { self == .schedule }
    }

    /// The restriction of a trigger kind to certain events.
    indirect enum Detail: Hashable, Sendable {
        case none
        /// Reactions with any of these emoji (all if empty), added or removed (both if `nil`).
        case emoji(Set<String>, isRemoval: Bool?)
        case reactions(ReactionsTrigger)
        /// Changes of any of these roles (all if empty), given or taken (both if `nil`).
        case roles(Set<RoleID>, isRemoval: Bool?)
        /// Changes of these kinds in a clan's calendar.
        case calendar(Set<ClanEventChange.Kind>)
        /// The name of a button, form or menu, or its prefix before a `*`.
        case route(String)
        /// The name of a command or signal; for a manual trigger the rule's own id.
        case name(String)
        case crossing(counter: String, Comparison, isRising: Bool)
        case gap(Comparison)
        case sanction(SanctionTrigger)
        case levels(Set<AlertLevel>)
        /// A schedule of the rule with this id.
        case schedule(ScheduleTrigger, of: String)
        case unanswered(UnansweredTrigger)
        /// A silence trigger of the rule with this id.
        case silence(SilenceTrigger, of: String)
    }

    /// A Boolean value that indicates whether the rule can be triggered by hand.
    var isManual: Bool { [.manual, .schedule, .silence].contains(kind) }

    /// The name of the command that fires the trigger; `nil` for other triggers.
    var command: String? {
        guard kind == .command, case .name(let name) = detail else { return nil }
        return name
    }

    var kind: Kind
    /// The trigger's id, for `trigger_id` conditions.
    var id: String
    var detail: Detail

    /// Sets the id of the rule that the trigger belongs to, for the kinds that need it.
    mutating func setRule(to rule: String) {
        switch detail {
        case .schedule(let schedule, _): detail = .schedule(schedule, of: rule)
        case .silence(let watch, _): detail = .silence(watch, of: rule)
        default: if kind == .manual { detail = .name(rule) }
        }
    }

    /// Returns whether the trigger fires for an event of its kind.
    func fires(at event: Event, prefix: String) -> Bool {
        if case .none = detail { return true }  // Nearly every trigger; it is asked for every message.
        return switch (detail, event) {
        case (.emoji(let emoji, let isRemoval), .reaction(let reaction)):
            (emoji.isEmpty || emoji.contains(reaction.emoji)) && (isRemoval.map { $0 == reaction.isRemoval } ?? true)
        case (.roles(let roles, let isRemoval), .rolesChanged(let change)):
            (roles.isEmpty || roles.contains(change.role))
                && (isRemoval.map { $0 ? !change.removed.isEmpty : !change.added.isEmpty } ?? true)
        case (.calendar(let kinds), .clanEventChanged(let change)): kinds.contains(change.kind)
        case (.reactions(let watch), .reaction(let reaction)): watch.concerns(reaction)
        case (.route(let route), .button(let click)): Self.route(route, fits: click.button)
        case (.route(let route), .quickMenu(let choice)): Self.route(route, fits: choice.menu)
        case (.name(let name), .message(let message)): CommandMessage(message.text, prefix: prefix)?.name == name
        case (.name(let name), .system(.signal(let signal))): signal.name == name
        case (.name(let name), .system(.fired(let firing))): firing.rule == name
        case (.schedule(_, let rule), .system(.due(let occurrence))):
            occurrence.author == RuleAuthor.name(of: rule) && occurrence.job.name == jobName
        case (.schedule(_, let rule), .system(.fired(let firing))), (.silence(_, let rule), .system(.fired(let firing))):
            firing.rule == rule
        case (.unanswered(let watch), .message(let message)): watch.concerns(message)
        case (.gap(let comparison), .system(.reconnected(let gap, _))): comparison.holds(gap)
        default: false
        }
    }

    private static func route(_ pattern: String, fits name: String) -> Bool {
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}

extension RuleTrigger.Kind {
    /// The author whose scheduled jobs are reminders.
    private static let reminders = "bot:reminders"

    /// Returns the trigger kinds for an event.
    static func kinds(of event: Event, prefix: String) -> [RuleTrigger.Kind] {
        switch event {
        case .message(let message):
            (message.text.hasPrefix(prefix) && !prefix.isEmpty ? [.message, .command] : [.message])
                + [.unanswered]
        case .edit: [.edit]
        case .delete: [.delete]
        case .reaction: [.reaction, .reactions]
        case .button(let click): click.extra.isEmpty ? [.button] : [.button, .form]
        case .memberJoined: [.join]
        case .memberLeft: [.leave]
        case .systemMessage(let message): message.isRoomChange ? [.roomChange] : []
        case .channelCreated(let channel): channel.kind == .thread ? [.threadCreated] : [.channelCreated]
        case .rolesChanged: [.roleChange]
        case .banChanged: [.banChanged]
        case .voiceJoined: [.voiceJoined]
        case .voiceLeft: [.voiceLeft]
        case .quickMenu: [.quickMenu]
        case .tokenSent: [.tokenSent]
        case .coffeeGiven: [.coffeeGiven]
        case .clanEventChanged: [.clanEvent]
        case .system(.signal): [.signal]
        case .system(.fired): [.manual, .schedule, .silence]
        case .system(.due(let occurrence)) where occurrence.isDismissed: []
        case .system(.due(let occurrence)):
            occurrence.isForRule ? [.schedule] : occurrence.author == Self.reminders ? [.reminderDue] : []
        case .system(.started): [.startup]
        case .system(.reconnected): [.reconnected]
        case .system, .channelUpdated, .channelDeleted, .channelMembersAdded, .unknown: []
        }
    }
}
