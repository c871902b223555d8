import BotKit
import MezonModel
import Persistence
import Rules

/// The answers of the rules to one entry, each part with whether it is known or a guess.
///
/// What the event alone decides is asked at once. What rests on what rules remembered, or on people of whom the decision itself noted
/// nothing, is asked again after all decisions before it were made again.
struct RuleAnswers {
    private var inquiries: [String: RuleInquiry] = [:]
    /// Why what rules remembered then is not known; nil where it is.
    private var stateDoubt: String? = RuleAnswers.notAsked
    private let recorded: Set<DirectoryObservation>
    private var unknownPeople: Set<DirectoryObservation>?
    /// Why the event itself is not what it was; nil where it is.
    private let textDoubt: String?
    private let isStopped: Bool
    /// The number of decisions that were made again; nil where that was not needed.
    private(set) var decisions: Int?

    private static let fewEntries: Int64 = 20_000  // Decided again in about a second.
    private static let notAsked = "what rules remembered then is not known"

    /// - Parameters:
    ///   - rules: those that are asked for.
    ///   - isThorough: whether all that says no is asked for, whatever it takes.
    ///   - recorded: what the decision noted of people and places.
    ///   - isStopped: whether a rule had others stopped, who then were not asked, whatever they would have said.
    ///   - textDoubt: why the event is not what it was when they decided.
    init(
        about event: Event, _ context: EventContext, by set: RuleSet, asking rules: [String], isThorough: Bool, isStopped: Bool,
        recorded: [DirectoryObservation], textDoubt: String?, surroundings: DirectoryLookup, past: PastDecisions?
    ) async throws {
        self.recorded = Set(recorded)
        self.isStopped = isStopped
        self.textDoubt = textDoubt
        inquiries = set.inquiries(about: event, context, surroundings: surroundings.preferring(recorded))
        let open = rules.filter { inquiries[$0].map(needsPast) ?? false }
        guard !open.isEmpty, let past else { return }
        let isUndecided = open.contains { inquiries[$0].map { certain($0).isEmpty } ?? false }
        guard isUndecided || isThorough || context.sequence <= Self.fewEntries else { return }
        guard context.sequence <= past.limit else {
            stateDoubt = "what rules remembered then is learnt from all entries before it, and those are more than \(past.limit)"
            return
        }
        guard let decision = try await past.decision(context.sequence) else { return }
        inquiries = decision.inquiries
        stateDoubt = decision.doubt
        unknownPeople = decision.unknownPeople
        decisions = decision.decisions
    }

    func answer(of rule: String) -> RuleInquiry? { inquiries[rule] }

    /// The objections of an answer that are facts.
    func certain(_ inquiry: RuleInquiry) -> [Objection] {
        guard textDoubt == nil, !isStopped || stateDoubt == nil, case .asked(let objections) = inquiry.answer else { return [] }
        return objections.filter { doubt($0.restsOnState, $0.observations) == nil }
    }

    /// Why a rule did nothing, for a person.
    func sentence(_ inquiry: RuleInquiry) -> String {
        guard case .asked(let objections) = inquiry.answer else {
            if let doubt = textDoubt ?? doubt(inquiry.restsOnState, inquiry.observations) { return "unknown: \(doubt)" }
            return "by all that is known it would act, and yet the record has nothing of it"
        }
        if let textDoubt { return "unknown: \(textDoubt)" }
        let known = certain(inquiry)
        let open = objections.filter { !known.contains($0) }
        guard !known.isEmpty else {
            guard let doubt = doubt(inquiry.restsOnState || isStopped, inquiry.observations) else {
                return "by all that is known it would act, and yet the record has nothing of it"
            }
            return "unknown: \(open.isEmpty ? "" : "it depends on \(open.map(\.part).joined(separator: ", ")), and ")\(doubt)"
        }
        let sentence = "no: " + known.map(\.sentence).joined(separator: "; ")
        return open.isEmpty ? sentence : "\(sentence); not known: \(open.map(\.part).joined(separator: ", "))"
    }

    /// Whether only all decisions before it can tell what is asked.
    private func needsPast(_ inquiry: RuleInquiry) -> Bool {
        guard case .asked = inquiry.answer else { return false }
        return certain(inquiry).isEmpty || doubt(inquiry.restsOnState, inquiry.observations) != nil
    }

    private func doubt(_ restsOnState: Bool, _ observations: Set<DirectoryObservation>) -> String? {
        if restsOnState, let stateDoubt { return stateDoubt }
        let isGuess = observations.contains { observation in
            guard case .member = observation else { return false }
            return unknownPeople?.contains(observation) ?? !recorded.contains(observation)
        }
        return isGuess ? "the roles that people had then were not noted" : nil
    }
}

extension DirectoryLookup {
    /// One that answers from what was noted, and from itself where nothing was.
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
        return lookup
    }
}
