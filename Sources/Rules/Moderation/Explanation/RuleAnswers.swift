import BotKit
import ChatModel
import RuleEngine
import Storage

/// The results of the rules for one entry, with a distinction between certain and uncertain parts.
///
/// Results that depend only on the event are evaluated at once. Results that depend on rule state, or on users whom the decision
/// did not record, are evaluated after all earlier decisions have been replayed.
struct RuleAnswers {
    private var inquiries: [String: RuleInquiry] = [:]
    /// The reason why the rule state at that time is unknown; `nil` if it is known.
    private var stateUncertainty: String? = RuleAnswers.notAsked
    private let recorded: Set<DirectoryObservation>
    private var unknownUsers: Set<DirectoryObservation>?
    /// The reason why the event differs from the original; `nil` if it does not.
    private let textDoubt: String?
    private let isStopped: Bool
    /// The number of replayed decisions; `nil` if no replay was needed.
    private(set) var decisions: Int?

    private static let fewEntries: Int64 = 20_000  // Replayed in about a second.
    private static let notAsked = "the rule state at that time is unknown"

    /// - Parameters:
    ///   - rules: The requested rules.
    ///   - isThorough: A Boolean value that indicates whether every objection is needed, regardless of the cost.
    ///   - recorded: The directory observations recorded with the decision.
    ///   - isStopped: A Boolean value that indicates whether a rule stopped others, which were then not evaluated.
    ///   - textDoubt: The reason why the event differs from the one that was decided on.
    init(
        about event: Event, _ context: EventContext, by set: RuleSet, asking rules: [String], isThorough: Bool, isStopped: Bool,
        recorded: [DirectoryObservation], textDoubt: String?, lookup: DirectoryLookup, past: PastDecisions?
    ) async throws {
        self.recorded = Set(recorded)
        self.isStopped = isStopped
        self.textDoubt = textDoubt
        inquiries = set.inquiries(about: event, context, lookup: lookup.preferring(recorded))
        let open = rules.filter { inquiries[$0].map(needsPast) ?? false }
        guard !open.isEmpty, let past else { return }
        let isUndecided = open.contains { inquiries[$0].map { certain($0).isEmpty } ?? false }
        guard isUndecided || isThorough || context.sequence <= Self.fewEntries else { return }
        guard context.sequence <= past.limit else {
            stateUncertainty = past.tooMany
            return
        }
        guard let decision = try await past.decision(context.sequence, nil) else { return }
        inquiries = decision.inquiries
        stateUncertainty = decision.doubt
        unknownUsers = decision.unknownUsers
        decisions = decision.decisions
    }

    func answer(of rule: String) -> RuleInquiry? { inquiries[rule] }

    /// Returns the objections of a result that are certain.
    func certain(_ inquiry: RuleInquiry) -> [Objection] {
        guard textDoubt == nil, case .asked(let objections) = inquiry.answer else { return [] }
        // A rule that does not apply to the channel is not stopped by another.
        return objections.filter {
            ($0.part == "in" || !isStopped || stateUncertainty == nil) && doubt($0.restsOnState, $0.observations) == nil
        }
    }

    /// Returns the reason why a rule did nothing, as user-visible text.
    func sentence(_ inquiry: RuleInquiry) -> String {
        guard case .asked(let objections) = inquiry.answer else {
            if let doubt = textDoubt ?? doubt(inquiry.restsOnState, inquiry.observations) { return "unknown: \(doubt)" }
            return "all known conditions hold, but the trace has no action of the rule"
        }
        if let textDoubt { return "unknown: \(textDoubt)" }
        let known = certain(inquiry)
        let isElsewhere = isStopped && known.contains { $0.part == "in" }
        let open = isElsewhere ? [] : objections.filter { !known.contains($0) }
        guard !known.isEmpty else {
            guard let doubt = doubt(inquiry.restsOnState || isStopped, inquiry.observations) else {
                return "all known conditions hold, but the trace has no action of the rule"
            }
            return "unknown: \(open.isEmpty ? "" : "it depends on \(Self.list(open)), and ")\(doubt)"
        }
        let sentence = "no: " + known.map(\.sentence).joined(separator: "; ")
        return open.isEmpty ? sentence : "\(sentence); unknown: \(Self.list(open))"
    }

    private static func list(_ objections: [Objection]) -> String {
        objections.map { $0.part == "any" ? "its alternatives" : $0.part }.joined(separator: ", ")
    }

    /// Returns whether earlier decisions must be replayed for a certain result.
    private func needsPast(_ inquiry: RuleInquiry) -> Bool {
        guard case .asked = inquiry.answer else { return false }
        return isStopped || certain(inquiry).isEmpty || doubt(inquiry.restsOnState, inquiry.observations) != nil
    }

    private func doubt(_ restsOnState: Bool, _ observations: Set<DirectoryObservation>) -> String? {
        if restsOnState, let stateUncertainty { return stateUncertainty }
        let isGuess = observations.contains { observation in
            guard case .member = observation else { return false }
            return unknownUsers?.contains(observation) ?? !recorded.contains(observation)
        }
        return isGuess ? "the roles of the users at that time were not recorded" : nil
    }
}

extension DirectoryLookup {
    /// Returns a directory that answers from recorded observations first, and from the receiver otherwise.
    fileprivate func preferring(_ recorded: [DirectoryObservation]) -> DirectoryLookup {
        var lookup = self
        lookup.member = { user, clan in
            for case .member(user, of: clan, let member) in recorded { return member }
            return self.member(user, clan)
        }
        lookup.channel = { id in
            for case .channel(id, let channel) in recorded { return channel }
            return self.channel(id)
        }
        lookup.clan = { id in
            for case .clan(id, let clan) in recorded { return clan }
            return self.clan(id)
        }
        lookup.hasSeveralClans = {
            for case .severalClans(let isSo) in recorded { return isSo }
            return self.hasSeveralClans()
        }
        return lookup
    }
}
