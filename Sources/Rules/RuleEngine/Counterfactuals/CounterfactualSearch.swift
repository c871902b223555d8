package import BotKit
package import ChatModel
import Foundation

/// Finds the smallest sets of changes that turn a decision around, and decides each of them again.
struct CounterfactualSearch {
    /// The largest set that is looked for by trying all; larger ones are found by taking changes away from a set that suffices.
    private static let maxSize = 3
    /// The largest set of which every part can be tried.
    private static let maxReduced = 8
    private static let maxTrials = 2000  // Decisions: some tenths of a second.
    private static let maxAlternatives = 12

    private let world: CounterfactualWorld
    private let rule: Int
    let acted: Bool
    private var found: [Set<Int>] = []
    /// The sets that are reported.
    private(set) var sets: [[CounterfactualChange]] = []
    private var trials = 0

    init(_ world: CounterfactualWorld, rule: Int) {
        self.world = world
        self.rule = rule
        acted = world.acts(rule)
        trials = 1
    }

    /// - Parameter id: The rule's id, for the report.
    mutating func run(_ proposals: ChangeProposals, id: String) -> Counterfactuals {
        var result = Counterfactuals(rule: id, acted: acted)
        let changes = proposals.changes.sorted { ($0.by, $0.size, $0.phrase) < ($1.by, $1.size, $1.phrase) }
        let isComplete = searchAll(changes)
        if found.isEmpty { reduce(changes) }
        let ordered = found.map { set in set.sorted().map { changes[$0] } }.sorted { Self.cost($0) < Self.cost($1) }
        sets = Array(ordered.prefix(Self.maxAlternatives))
        result.alternatives = sets.map { .init(changes: $0.map(\.reported)) }
        if ordered.count > Self.maxAlternatives {
            result.limits.append("\(ordered.count - Self.maxAlternatives) further sets of changes are not shown")
        }
        if !proposals.unknown.isEmpty {
            let parts = Set(proposals.unknown).sorted().joined(separator: ", ")
            result.limits.append("no change is known for \(parts)")
        }
        if !isComplete {
            result.limits.append(
                "the search ended after \(trials) decisions; there may be other sets of up to \(Self.maxSize) changes")
        } else if found.isEmpty, changes.count > Self.maxSize {
            result.limits.append(
                "sets of more than \(Self.maxSize) of the \(changes.count) known changes were not all tried")
        }
        result.trials = trials
        return result
    }

    /// The cheapest sets first: by the party that has to act, the number of changes, and their size.
    private static func cost(_ changes: [CounterfactualChange]) -> (Counterfactuals.Party, Int, Double) {
        (changes.map(\.by).max() ?? .author, changes.count, changes.reduce(0) { $0 + $1.size })
    }

    /// Tries all sets by their size, so that none that is found contains a smaller one.
    ///
    /// - Returns: A Boolean value that indicates whether all were tried.
    private mutating func searchAll(_ changes: [CounterfactualChange]) -> Bool {
        for size in 1...Self.maxSize where size <= changes.count {
            guard tryAll(size, from: 0, chosen: [], changes) else { return false }
        }
        return true
    }

    private mutating func tryAll(_ left: Int, from start: Int, chosen: [Int], _ changes: [CounterfactualChange]) -> Bool {
        guard left > 0 else {
            let set = Set(chosen)
            guard !found.contains(where: { $0.isSubset(of: set) }) else { return true }
            guard trials < Self.maxTrials else { return false }
            if flips(chosen, changes) { found.append(set) }
            return true
        }
        guard start < changes.count else { return true }
        for index in start..<changes.count
        where !chosen.contains(where: { changes[$0].subject == changes[index].subject }) {
            guard tryAll(left - 1, from: index + 1, chosen: chosen + [index], changes) else { return false }
        }
        return true
    }

    /// Finds a larger set: the cheapest change of every subject together, less all that are not needed.
    private mutating func reduce(_ changes: [CounterfactualChange]) {
        var chosen: [Int] = []
        for index in changes.indices where !chosen.contains(where: { changes[$0].subject == changes[index].subject }) {
            chosen.append(index)
        }
        guard chosen.count > Self.maxSize, flips(chosen, changes) else { return }
        for index in chosen.reversed() {
            let rest = chosen.filter { $0 != index }
            if flips(rest, changes) { chosen = rest }
        }
        guard chosen.count <= Self.maxReduced else { return }
        // A part may suffice although no single change could be left out.
        for mask in 1..<((1 << chosen.count) - 1) {
            let part = chosen.indices.filter { mask & (1 << $0) != 0 }.map { chosen[$0] }
            if flips(part, changes) {
                guard !found.contains(where: { $0.isSubset(of: Set(part)) }) else { continue }
                found.removeAll { Set(part).isSubset(of: $0) }
                found.append(Set(part))
            }
        }
        if found.isEmpty { found = [Set(chosen)] }
    }

    private mutating func flips(_ chosen: [Int], _ changes: [CounterfactualChange]) -> Bool {
        trials += 1
        return world.changed(by: chosen.map { changes[$0] }).acts(rule) != acted
    }
}

extension CounterfactualWorld {
    func changed(by changes: [CounterfactualChange]) -> CounterfactualWorld {
        var world = self
        for change in changes.sorted(by: { $0.phase < $1.phase }) { change.apply(&world) }
        return world
    }
}

extension RuleEvaluator {
    /// Returns the smallest changes with which a rule would have decided the opposite about the next event. The state does not
    /// change.
    ///
    /// - Returns: Nil if the revision has no such rule.
    package func counterfactuals(
        of rule: String, about event: Event, _ context: EventContext, by set: RuleSet, seeing lookup: DirectoryLookup,
        formerRevision: @escaping (String) -> RuleSet? = { _ in nil }
    ) -> Counterfactuals? {
        set.counterfactuals(of: rule, seeing: lookup) { set in
            CounterfactualWorld(event, context, by: set, in: state, seeing: lookup, formerRevision: formerRevision)
        }
    }
}
