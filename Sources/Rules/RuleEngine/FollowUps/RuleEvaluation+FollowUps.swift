/// The evaluation of the rules that other rules trigger, by counters, signals, levels and sanctions.
extension RuleEvaluation {
    private static let maxFollowUps = 200  // Changes that may trigger rules, in one step of such a chain.
    private static let maxHops = 4  // The maximum chain of rules that trigger each other by counters and signals.

    /// Evaluates the rules that are triggered by what other rules did.
    mutating func followUp() {
        var hops = 0
        while !followUps.isEmpty, hops < Self.maxHops, stopped?.reach != .all {
            hops += 1
            let pending = followUps.prefix(Self.maxFollowUps)
            facts.state.use?.followUps.formUnion(followUps.map(\.kind))
            if let first = followUps.dropFirst(Self.maxFollowUps).first {
                reportCutOff(first, "more than \(Self.maxFollowUps) changes trigger rules at once for this event")
            }
            followUps = []
            for kind in FollowUp.kinds {
                for change in pending where change.kind == kind { wake(by: change) }
            }
        }
        guard stopped?.reach != .all else { return }
        for change in followUps.prefix(Self.maxFollowUps) {
            reportCutOff(change, "rules have triggered each other \(Self.maxHops) times for this event")
        }
    }

    private mutating func reportCutOff(_ change: FollowUp, _ reason: String) {
        for position in set.followers[change.kind] ?? [] {
            let rule = set.rules[position]
            guard rule.triggers.contains(where: change.fires) else { continue }
            isCutOff = true
            miss(rule, "trigger", reason)
        }
    }

    private mutating func wake(by change: FollowUp) {
        let outer = facts
        for position in set.followers[change.kind] ?? [] {
            let rule = set.rules[position]
            guard let trigger = rule.triggers.first(where: change.fires) else { continue }
            if case .sanction(let sanction) = change {
                // A rule that punishes because of a punishment must not do so because of its own.
                guard sanction.rule != rule.id else { continue }
                facts.chosenTarget = sanction.user
                facts.sanction = sanction
            }
            evaluate(rule, trigger)
            (facts.chosenTarget, facts.sanction) = (outer.chosenTarget, outer.sanction)
        }
    }
}
