import EventProcessing
import RuleEngine
import Storage

/// The changes with which a rule would have decided the opposite.
extension Explainer {
    /// Returns the decision with what turns it around.
    ///
    /// - Returns: Nil if no rule was requested, or if the entry reached no rule. The inner value is nil if the decision is not known.
    func flipped(_ line: JournalReader.Line, _ rule: String?, _ rules: RuleSet?) async throws -> PastDecision?? {
        guard let past, let rule, let rules, rules.ids.contains(rule), line.entry.sequence <= past.limit, let trace = line.trace,
            !line.entry.isOwn, line.entry.event != nil, !trace.steps.contains(where: { $0.what == "drop" })
        else { return nil }
        return .some(try await past.decision(line.entry.sequence, rule))
    }

    /// Returns what turns the decision around, or the reason why that is not known; nil if it cannot be asked.
    func counterfactuals(
        _ line: JournalReader.Line, _ rule: String?, _ rules: RuleSet?, _ flipped: PastDecision??
    ) async throws -> Counterfactuals? {
        guard let past, let rule, let rules, rules.ids.contains(rule), let trace = line.trace, !line.entry.isOwn else {
            return nil
        }
        let acted = trace.steps.contains { step in
            step.who == "rule:\(rule)" && step.what != Trace.miss && step.what != Trace.skip && !step.why.hasPrefix("otherwise")
        }
        func unknown(_ reason: String) -> Counterfactuals {
            Counterfactuals(rule: rule, acted: acted, limits: ["what would have changed it is unknown: \(reason)"])
        }
        let sequence = line.entry.sequence
        guard sequence <= past.limit else { return unknown(past.tooMany) }
        let removed = try await reader.redactions(after: sequence - 1, through: sequence)[sequence]
        if let removed, removed != .trace { return unknown("its text has been removed (\(removed.word))") }
        guard let decision = flipped ?? nil, var found = decision.counterfactuals else { return nil }
        if let doubt = decision.doubt { return unknown(doubt) }
        guard found.acted == acted else { return unknown("the decision itself cannot be reproduced") }
        if !decision.unknownUsers.isEmpty {
            found.limits.append("the roles of some users at that time were not recorded; those of today were used")
        }
        return found
    }
}
