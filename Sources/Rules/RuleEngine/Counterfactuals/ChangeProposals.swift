import ChatModel
import Foundation

/// The changes that may turn a decision around, derived from the conditions that stand in the way. They are guesses: the search tries
/// each of them.
struct ChangeProposals {
    private(set) var changes: [CounterfactualChange] = []
    /// The parts of the rule for which no change is known.
    private(set) var unknown: [String] = []

    let rule: CompiledRule
    let trigger: RuleTrigger
    let policy: RulePolicy
    let world: CounterfactualWorld
    /// The facts as the rule found them.
    let facts: Facts
    /// A Boolean value that indicates whether the rule is to act.
    let shouldAct: Bool
    let lookup: DirectoryLookup

    private static let maxChanges = 60  // Pairs of them are all tried.

    init(
        _ rule: CompiledRule, _ trigger: RuleTrigger, _ policy: RulePolicy, _ world: CounterfactualWorld, _ facts: Facts,
        shouldAct: Bool, lookup: DirectoryLookup
    ) {
        self.rule = rule
        self.trigger = trigger
        self.policy = policy
        self.world = world
        self.facts = facts
        self.shouldAct = shouldAct
        self.lookup = lookup
    }

    /// Adds the changes to everything that decides whether the rule acts.
    mutating func addAll() {
        addScope()
        addExemption()
        if let when = rule.when { visit(when, wanted: shouldAct) }
        guard shouldAct else { return }
        addLimits()
        addCooldown()
        if facts.isLate {
            add(.lateness, by: .nobody, "received without an outage") { $0.isLate = false }
        }
    }

    mutating func add(
        _ subject: CounterfactualChange.Subject, by party: Counterfactuals.Party, _ phrase: String,
        phase: CounterfactualChange.Phase = .rest, size: Double = 1, _ apply: @escaping (inout CounterfactualWorld) -> Void
    ) {
        let change = CounterfactualChange(subject: subject, by: party, phrase: phrase, phase: phase, size: size, apply: apply)
        let isKnown = changes.contains { $0.subject == subject && $0.phrase == phrase }
        guard changes.count < Self.maxChanges, !isKnown else { return }
        changes.append(change)
    }

    mutating func addUnknown(_ part: String) { unknown.append(part) }

    /// Adds the changes to conditions that do not give the wanted result.
    ///
    /// - Parameter wanted: Whether the condition is to hold.
    mutating func visit(_ condition: ConditionExpression, wanted: Bool) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { visit(part, wanted: wanted) }
        case .not(let part): visit(part, wanted: !wanted)
        case .condition(let condition):
            for check in condition.checks where check.decide(facts).holds != wanted { add(check, wanted: wanted) }
        }
    }

    private mutating func add(_ check: FieldCheck, wanted: Bool) {
        let before = changes.count
        for nested in check.nested { visit(nested, wanted: !nested.decide(facts).holds) }
        if check.parts.contains(where: { $0.hasPrefix("time.") }) { addTime(check, wanted: wanted) }
        for (feature, restriction) in (wanted ? check.formula : check.formula.negated).literals {
            switch restriction {
            case .numbers(let set): addNumber(feature, set)
            case .values(let set): addValue(feature, set)
            case .items(let sets): addItems(feature, sets)
            case .texts(let sets): addTexts(feature, sets, check)
            case .truth(let truth): addOpaque(feature, truth)
            }
        }
        if changes.count == before, let part = check.parts.first { unknown.append(wanted ? part : "not \(part)") }
    }

    private mutating func addExemption() {
        let exemption = rule.exemption
        let user = facts.actor
        guard shouldAct else {
            for role in exemption.roles.prefix(3) { addRole(role.id, to: user) }
            if let when = exemption.when { visit(when, wanted: true) }
            return
        }
        if exemption.users.contains(user) { addOtherAuthor() }
        for role in exemption.roles where facts.member(user)?.roles.contains(role.id) == true { removeRole(role.id, from: user) }
        if exemption.bots ?? true, facts.isByBot { addKindOfAuthor(isBot: false) }
        if let when = exemption.when { visit(when, wanted: false) }
    }

    /// Adds what ends the limits that hold the rule back.
    private mutating func addLimits() {
        let disabled = world.disablingKey(of: rule, facts)
        if facts.stateEntry(disabled) != nil {
            add(.state(disabled), by: .operator, "with the rule changed, which its limits disabled") { world in
                world.changeState(disabled, .forget)
            }
        }
        let personal = SubjectScope([.user, .channel]).subject(user: facts.actor, channel: facts.channelID, clan: 0)
        if facts.stateEntry(StateKey(.quota, rule.id, "person " + personal)) != nil {
            addLater(until: LimitSpan.minute.end(after: facts.now))
        }
    }

    private mutating func addCooldown() {
        guard let cooldown = rule.cooldown else { return }
        let key = StateKey(.cooldown, rule.id, facts.subject(cooldown.scope))
        guard let end = facts.stateEntry(key)?.until else { return }
        addLater(until: end)
        if cooldown.scope.contains(.user) { addOtherAuthor() }
    }

    /// Another user with the roles and age of the author.
    mutating func addOtherAuthor() {
        let clan = facts.clan
        let other = UserID(rawValue: facts.actor.rawValue &+ 1)
        add(.author, by: .nobody, "from somebody else with the same roles") { $0.changeAuthor(to: other, of: clan) }
    }

    mutating func addKindOfAuthor(isBot: Bool) {
        let (user, clan) = (facts.actor, facts.clan)
        add(.kindOfAuthor, by: .nobody, isBot ? "from a bot" : "from somebody who is no bot") { world in
            world.changeMember(user, of: clan) { $0.isBot = isBot }
        }
    }
}

extension Formula {
    /// The requirements, regardless of how they are combined.
    fileprivate var literals: [(Feature, Restriction)] {
        switch self {
        case .literal(let feature, let restriction): [(feature, restriction)]
        case .all(let parts), .any(let parts): parts.flatMap(\.literals)
        case .unknown: []
        }
    }
}
