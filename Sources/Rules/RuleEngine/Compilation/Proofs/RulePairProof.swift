import BotConfiguration
import ChatModel

/// Finds rules that another one makes useless or undoes: it stops all of their events, does the same for all of them, or sets what they
/// set to another value.
final class RulePairProof {
    /// A rule with what is compared.
    private final class Candidate {
        let index: Int
        let reviewed: Reviewed
        let region: RuleRegion
        let effects: RuleEffects
        /// The properties that the rule's condition reads, and those of which it requires something.
        let bits: UInt64
        let requiredBits: UInt64
        /// The ways in which the rule's condition can hold; empty if they are not known.
        private(set) lazy var cubes = region.cubes ?? []
        private(set) lazy var cubesOfAllEvents = region.cubesOfAllEvents ?? []

        init(_ index: Int, _ reviewed: Reviewed, _ region: RuleRegion) {
            self.index = index
            self.reviewed = reviewed
            self.region = region
            effects = RuleEffects(reviewed)
            bits = Formula.all([region.when, region.scope, region.exemption]).bits
            requiredBits = region.when.requiredBits
        }

        var rule: CompiledRule { region.rule }
        /// A Boolean value that indicates whether the rule does the same for each of its events, at any time.
        var isPlain: Bool { rule.mode != .disabled && rule.cooldown == nil && rule.otherwise.isEmpty }
    }

    private let candidates: [Candidate]
    private let search: ExampleEventSearch
    private let findings: ProofCollector
    private let ladders: [LadderSettings]
    private lazy var changes = StateChanges(candidates.map(\.reviewed), ladders: ladders)
    /// The number of pairs that may still be compared, and of those that may be looked at, for each kind of finding: large
    /// configurations must load at once.
    private var (budget, glances) = (0, 0)

    /// - Parameter rules: The rules that are not disabled, in the order of evaluation.
    init(_ rules: [(Reviewed, RuleRegion)], ladders: [LadderSettings], search: ExampleEventSearch, findings: ProofCollector) {
        candidates = rules.enumerated().map { Candidate($0.offset, $0.element.0, $0.element.1) }
        self.ladders = ladders
        self.search = search
        self.findings = findings
    }

    func run() {
        let useless = reviewStops()
        reviewRepetitions(except: useless)
        reviewOpposites(except: useless)
    }

    private func renewBudget() { (budget, glances) = (20_000, 1_000_000) }
    private var isSpent: Bool { budget <= 0 || glances <= 0 }

    private func spend() -> Bool {
        budget -= 1
        return budget >= 0
    }

    // Stops

    /// Returns the rules that never see their events.
    private func reviewStops() -> Set<Int> {
        renewBudget()
        var useless: Set<Int> = []
        let stoppers = candidates.filter { $0.effects.stop != nil }
        for later in candidates where !stoppers.isEmpty && !isSpent {
            for stopper in stoppers {
                guard stopper.index < later.index, !isSpent else { break }
                guard mayStop(stopper, later), reviewStop(stopper, later) else { continue }
                useless.insert(later.index)
                break
            }
        }
        return useless
    }

    private func mayStop(_ earlier: Candidate, _ later: Candidate) -> Bool {
        glances -= 1
        return earlier.requiredBits & ~later.bits == 0 && (earlier.effects.stop == .all || earlier.rule.stage == later.rule.stage)
            && earlier.rule.handlesLateEvents(of: later.rule) && spend()
    }

    private func reviewStop(_ earlier: Candidate, _ later: Candidate) -> Bool {
        let cubes = later.rule.otherwise.isEmpty ? later.cubes : later.cubesOfAllEvents
        guard covers(earlier, later, cubes) else { return false }
        let variant = later.rule.otherwise.isEmpty ? later.rule : later.rule.replacing(when: .all([]))
        let example = search.example(of: variant, in: cubes, among: [earlier.rule, variant]) { outcomes in
            outcomes.contains { $0.rule == earlier.rule.id && $0.hit } && !outcomes.contains { $0.rule == later.rule.id }
        }
        guard let example else { return false }
        findings.add(
            .stops(earlier.rule, later.rule), "shadowed",
            "'\(later.rule.id)' can never match: '\(earlier.rule.id)' (\(place(earlier, from: later)), priority "
                + "\(earlier.rule.priority)) stops every such event first", at: later.reviewed.position,
            suggestion: "give '\(later.rule.id)' a higher priority, or remove it", example: example)
        return true
    }

    // Repetitions

    private func reviewRepetitions(except useless: Set<Int>) {
        renewBudget()
        var groups: [[JSONValue]: [Candidate]] = [:]
        for candidate in candidates where candidate.isPlain && candidate.effects.isIdempotent {
            groups[candidate.effects.actions, default: []].append(candidate)
        }
        for narrow in candidates where narrow.isPlain && narrow.effects.isIdempotent && !useless.contains(narrow.index) {
            for wide in groups[narrow.effects.actions] ?? [] where wide.index != narrow.index {
                guard !isSpent else { return }
                guard mayRepeat(wide, narrow), covers(wide, narrow, narrow.cubes) else { continue }
                // Of two rules for the same events, the second is reported.
                if wide.index > narrow.index, covers(narrow, wide, wide.cubes) { continue }
                if reviewRepetition(wide, narrow) { break }
            }
        }
    }

    private func mayRepeat(_ wide: Candidate, _ narrow: Candidate) -> Bool {
        glances -= 1
        return wide.requiredBits & ~narrow.bits == 0 && wide.rule.mode == narrow.rule.mode
            && wide.rule.handlesLateEvents(of: narrow.rule) && (wide.effects.stop == nil || wide.index > narrow.index)
            && (narrow.effects.stop == nil) && spend()
    }

    private func reviewRepetition(_ wide: Candidate, _ narrow: Candidate) -> Bool {
        guard let example = bothAct(narrow, wide) else { return false }
        findings.add(
            .covers(wide.rule, narrow.rule), "same-effect",
            "'\(narrow.rule.id)' changes nothing: '\(wide.rule.id)' (\(place(wide, from: narrow))) does the same for every such event",
            at: narrow.reviewed.position, suggestion: "remove '\(narrow.rule.id)', or narrow the other rule", example: example)
        return true
    }

    // Opposites

    private func reviewOpposites(except useless: Set<Int>) {
        renewBudget()
        var setters: [String: [(value: String, candidate: Candidate)]] = [:]
        for second in candidates where !useless.contains(second.index) {
            for (subject, value) in second.effects.settings {
                for first in setters[subject] ?? [] where first.value != value {
                    guard !isSpent else { return }
                    if spend(), reviewOpposite(first.candidate, first.value, second, value, subject) { break }
                }
                setters[subject, default: []].append((value, second))
            }
        }
    }

    private func reviewOpposite(
        _ first: Candidate, _ before: String, _ second: Candidate, _ after: String, _ subject: String
    ) -> Bool {
        guard first.index != second.index, first.effects.stop == nil, first.rule.cooldown == nil, second.rule.cooldown == nil
        else { return false }
        for (narrow, wide) in [(first, second), (second, first)] {
            guard subject != RuleEffects.level || narrow === first, wide.requiredBits & ~narrow.bits == 0,
                wide.rule.handlesLateEvents(of: narrow.rule),
                covers(wide, narrow, narrow.cubes), let example = bothAct(narrow, wide)
            else { continue }
            findings.add(
                .covers(wide.rule, narrow.rule), "opposite-effects",
                "'\(first.rule.id)' (\(place(first, from: second))) and '\(second.rule.id)' undo each other: \(subject) is \(before) by one "
                    + "and \(after) by the other, for every event of '\(narrow.rule.id)'", at: second.reviewed.position,
                suggestion: "let their conditions exclude each other", example: example)
            return true
        }
        return false
    }

    private func bothAct(_ narrow: Candidate, _ wide: Candidate) -> ExampleEvent? {
        let rules = narrow.index < wide.index ? [narrow.rule, wide.rule] : [wide.rule, narrow.rule]
        return search.example(of: narrow.rule, in: narrow.cubes, among: rules) { outcomes in
            rules.allSatisfy { rule in outcomes.contains { $0.rule == rule.id && $0.hit } }
        }
    }

    private func covers(_ wide: Candidate, _ narrow: Candidate, _ cubes: [Cube]) -> Bool {
        narrow.region.isCovered(by: wide.region, in: cubes) { state in
            narrow.rule.mode != .enforce || wide.rule.mode != .enforce
                || changes.changes(state, from: narrow.index, to: wide.index)
        }
    }

    private func place(_ candidate: Candidate, from other: Candidate) -> String {
        let position = candidate.reviewed.position
        return position.file == other.reviewed.position.file ? position.inFile : "\(position)"
    }
}

extension CompiledRule {
    /// Returns whether the rule acts on late events whenever another one does.
    fileprivate func handlesLateEvents(of other: CompiledRule) -> Bool {
        late == other.late || late == RuleLate(.run) || other.late == RuleLate(.skip)
    }
}
