/// A part of a rule that rejects an event, and the inputs of that result.
package struct Objection: Hashable, Sendable {
    /// The part that failed: `author.has_role`.
    package var part: String
    /// The part and the deciding value: `counter.value: 3 is not > 5`.
    package var sentence: String
    /// A Boolean value that indicates whether the result depends on rule state: counters, cooldowns, variables, windows.
    package var restsOnState = false
    /// The directory lookups that the result depends on.
    package var observations: Set<DirectoryObservation> = []

    /// A Boolean value that indicates whether the part is not one of the rule's conditions but limits where, when and for whom
    /// the rule applies.
    package var isGate: Bool { ["in", "except", "late", "limits", "cooldown"].contains(part) || part.hasPrefix("schedule.") }

    package init(part: String, sentence: String, restsOnState: Bool = false, observations: Set<DirectoryObservation> = []) {
        self.part = part
        self.sentence = sentence
        self.restsOnState = restsOnState
        self.observations = observations
    }
}

/// The objections of one rule to one event, and the inputs of the whole result, including the parts that hold.
struct ObjectionList {
    private(set) var objections: [Objection] = []
    private(set) var restsOnState = false
    private(set) var observations: Set<DirectoryObservation> = []
    private let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    /// Evaluates one part; a sentence means an objection.
    mutating func check(_ part: String, _ objection: (Facts) -> String?) {
        check { facts in objection(facts).map { Objection(part: part, sentence: $0) } }
    }

    mutating func check(_ objection: (Facts) -> Objection?) {
        var facts = facts
        let directory = facts.directory.withoutRecording
        facts.directory = directory
        facts.state.wasRead = false
        let answer = objection(facts)
        take(answer, restsOnState: facts.state.wasRead, observations: Set(directory.observations))
    }

    /// Evaluates a condition. In a conjunction each failing part is an objection; failing alternatives form one objection
    /// together.
    mutating func check(_ condition: ConditionExpression) {
        switch condition {
        case .all(let parts): for part in parts { check(part) }
        case .any(let parts): check(any: parts)
        case .not: check { facts in condition.decide(facts).objection }
        case .condition(let condition):
            for part in condition.checks { check { facts in part.decide(facts).objection } }
        }
    }

    private mutating func check(any parts: [ConditionExpression]) {
        var failed: [Objection] = []
        for part in parts {
            var list = ObjectionList(facts)
            list.check(part)
            guard !list.objections.isEmpty else {
                return take(nil, restsOnState: list.restsOnState, observations: list.observations)
            }
            // Each of them suffices, and some are certain whatever the past was.
            let certain = list.objections.filter { !$0.restsOnState && $0.observations.isEmpty }
            failed += certain.isEmpty ? list.objections : certain
        }
        guard failed.count > 1 else {
            return failed.forEach { take($0, restsOnState: $0.restsOnState, observations: $0.observations) }
        }
        take(
            Objection(part: "any", sentence: "none of these holds (\(failed.map(\.sentence).joined(separator: ", ")))"),
            restsOnState: failed.contains(where: \.restsOnState),
            observations: failed.reduce(into: []) { $0.formUnion($1.observations) })
    }

    private mutating func take(_ objection: Objection?, restsOnState: Bool, observations: Set<DirectoryObservation>) {
        self.restsOnState = self.restsOnState || restsOnState
        self.observations.formUnion(observations)
        guard var objection else { return }
        objection.restsOnState = restsOnState
        objection.observations = observations
        objections.append(objection)
    }
}

extension ConditionResult {
    fileprivate var objection: Objection? {
        guard case .fails(let miss) = self else { return nil }
        return Objection(part: miss.part, sentence: miss.sentence)
    }
}
