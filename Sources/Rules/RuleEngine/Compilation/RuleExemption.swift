import ChatModel

/// The users and events that a rule ignores: `except: { roles, users, bots, self, when }`, combined with the defaults.
struct RuleExemption: Sendable {
    var users: Set<UserID> = []
    var roles: [(id: RoleID, name: String)] = []
    /// The setting for bots; `nil` if none is given, which exempts them.
    var bots: Bool?
    var when: ConditionExpression?
    /// A Boolean value that indicates whether messages of bots on other networks are exempt if no setting for bots is given.
    var exemptsBotsOfOtherNetworks = false

    static let nobody = RuleExemption()

    /// Returns the combination with the defaults: lists are merged, and the rule's own setting for bots takes precedence.
    func adding(_ defaults: RuleExemption) -> RuleExemption {
        var sum = self
        sum.users.formUnion(defaults.users)
        sum.roles += defaults.roles
        sum.bots = bots ?? defaults.bots
        if let other = defaults.when { sum.when = when.map { .any([$0, other]) } ?? other }
        return sum
    }

    /// The exemption reduced to its setting for bots.
    var botsOnly: RuleExemption {
        var rest = RuleExemption.nobody
        rest.bots = bots
        return rest
    }

    /// A Boolean value that indicates whether only bots are exempt.
    var isEmpty: Bool { users.isEmpty && roles.isEmpty && when == nil }

    var exemptRoles: Set<RoleID> { Set(roles.map(\.id)) }

    /// Returns whether the user of an event is exempt from restrictions of channels that the rule asks for: by name or role, or as a
    /// bot.
    func exemptsUser(in facts: Facts) -> Bool {
        if users.contains(facts.actor) || (bots ?? true) && facts.isByBot { return true }
        return !roles.isEmpty && facts.member(facts.actor).map { !exemptRoles.isDisjoint(with: $0.roles) } ?? false
    }

    /// Returns the exemption that applies, as shown in the trace: `role staff`.
    func exempting(_ facts: Facts) -> String? {
        if users.contains(facts.actor) { return "user \(facts.actor)" }
        if let member = roles.isEmpty ? nil : facts.member(facts.actor),
            let role = roles.first(where: { member.roles.contains($0.id) })
        {
            return "role \(role.name)"
        }
        if bots ?? true, facts.isByBot { return "bots" }
        if bots ?? exemptsBotsOfOtherNetworks, facts.isAutomatic { return "bots" }
        if case .holds(let reason)? = when?.decide(facts) { return "when \(reason.sentence)" }
        return nil
    }
}
