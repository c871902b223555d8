import ChatModel

/// An item of `then`.
protocol RuleAction: Sendable {
    /// The keyword under which the action is written.
    var keyword: String { get }

    /// A Boolean value that indicates whether the action restricts members. Rules with such an action run in shadow mode unless
    /// they set `mode: enforce`.
    var isSanction: Bool { get }

    /// A Boolean value that indicates whether the action restricts members without asking moderators first.
    var sanctionsUnasked: Bool { get }

    /// A Boolean value that indicates whether the action replies to the user of the event.
    var isReply: Bool { get }

    /// Returns whether the action sends messages to a channel or lets a bot answer there, for an event of that channel.
    func sends(to channel: ChannelID) -> Bool

    /// A Boolean value that indicates whether the action relays messages to other channels. A rule that does so skips no event
    /// for being late or for exceeding a rate.
    var isRelay: Bool { get }

    /// The channels that the action relays to each time it is performed.
    var relayedTo: [ChannelID] { get }

    /// The replacements in the texts that the action relays.
    var replacements: [RelayReplacement] { get }

    /// The places where the action shows a message, whole or in part, to users who may not be able to read its channel.
    var exposures: [Exposure] { get }

    /// The roles that may answer the questions of the action; an empty set stands for moderators.
    var decidingRoles: Set<Set<RoleID>> { get }

    /// The permissions that the bot's roles need for the action.
    var needs: Set<PermissionRequirement> { get }

    /// A Boolean value that indicates whether a rule performs the action before all others: evidence is taken before anything is
    /// deleted.
    var runsFirst: Bool { get }

    /// Returns the nested actions under a key; `nil` if the action has no branch of that name.
    func branch(_ name: String) -> [any RuleAction]?

    /// A Boolean value that indicates whether a branch of the action is performed later, while the rule goes on.
    var isDetached: Bool { get }

    /// Performs what is left of the action after a branch in which the rule has waited.
    func goOn(after branch: String, _ context: inout ActionContext)

    /// Requests the action's effects. Nothing is carried out here: the requests are collected in the context.
    func perform(_ context: inout ActionContext)
}

extension RuleAction {
    var isSanction: Bool { false }
    var sanctionsUnasked: Bool { isSanction }
    var isReply: Bool { false }
    func sends(to channel: ChannelID) -> Bool { isReply }
    var isRelay: Bool { false }
    var relayedTo: [ChannelID] { [] }
    var replacements: [RelayReplacement] { [] }
    var exposures: [Exposure] { relayedTo.map(Exposure.channel) }
    var decidingRoles: Set<Set<RoleID>> { [] }
    var needs: Set<PermissionRequirement> { [] }
    var runsFirst: Bool { false }
    func branch(_ name: String) -> [any RuleAction]? { nil }
    var isDetached: Bool { false }
    func goOn(after branch: String, _ context: inout ActionContext) {}
}

extension [any RuleAction] {
    var needs: Set<PermissionRequirement> { reduce(into: []) { $0.formUnion($1.needs) } }
    var decidingRoles: Set<Set<RoleID>> { reduce(into: []) { $0.formUnion($1.decidingRoles) } }
}
