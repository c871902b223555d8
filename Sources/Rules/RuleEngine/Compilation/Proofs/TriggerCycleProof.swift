import BotConfiguration
import ChatModel

/// Finds rules that trigger each other without end by signals and counters. At run time the chain is cut off.
struct TriggerCycleProof {
    /// A change that one rule makes and another waits for.
    private enum Link: Hashable {
        case signal(String), counter(String)
    }

    private struct Node {
        let reviewed: Reviewed
        let causes: Set<Link>
        let effects: [Link]
    }

    private let nodes: [Node]
    private let set: RuleSet
    private let findings: ProofCollector

    private static let maxCycles = 64
    private static let maxLength = 32  // Rules.

    /// - Parameter rules: The rules that are enforced, in the order of evaluation.
    init(_ rules: [(Reviewed, RuleRegion)], ladders: [LadderSettings], set: RuleSet, findings: ProofCollector) {
        let counters = Dictionary(ladders.map { ($0.name, $0.counter) }) { first, _ in first }
        nodes = rules.compactMap { reviewed, region in
            let causes = Set(reviewed.rule.triggers.compactMap(Self.cause))
            // A condition on the event holds again; one on stored state may end the chain.
            guard !causes.isEmpty, reviewed.rule.cooldown == nil, reviewed.rule.mode == .enforce, !region.readsState else {
                return nil
            }
            let items = (reviewed.node.child("then")?.listItems ?? []).prefix { $0.onlyEntry?.key != "wait" }
            let effects = items.compactMap { $0.onlyEntry.flatMap { Self.effect($0, counters) } }
            return effects.isEmpty ? nil : Node(reviewed: reviewed, causes: causes, effects: effects)
        }
        self.set = set
        self.findings = findings
    }

    func run() {
        var woken: [Link: [Int]] = [:]
        for (index, node) in nodes.enumerated() {
            for cause in node.causes { woken[cause, default: []].append(index) }
        }
        var known: Set<Int> = []
        var budget = Self.maxCycles
        for start in nodes.indices where !known.contains(start) && budget > 0 {
            let reached = reach(of: start, woken)
            guard reached.contains(start) else { continue }
            let cycle = reached.filter { $0 == start || reach(of: $0, woken).contains(start) }
            known.formUnion(cycle)
            budget -= 1
            review(cycle.sorted())
        }
    }

    /// Returns the rules that a rule leads to; empty if there are too many.
    private func reach(of start: Int, _ woken: [Link: [Int]]) -> [Int] {
        var reached: [Int] = []
        var known: Set<Int> = []
        var open = [start]
        while let node = open.popLast() {
            for next in nodes[node].effects.flatMap({ woken[$0] ?? [] }) where known.insert(next).inserted {
                guard known.count <= Self.maxLength else { return [] }
                reached.append(next)
                open.append(next)
            }
        }
        return reached
    }

    private func review(_ cycle: [Int]) {
        let rules = cycle.map { nodes[$0].reviewed }
        guard let first = rules.first, let trigger = first.rule.triggers.first(where: { Self.cause($0) != nil }) else { return }
        var input = RuleTestInput()
        if case .crossing(let counter, let comparison, _) = trigger.detail {
            input.counters[counter] = NumberSet(comparison).example(near: 0, isWhole: true).map { Int($0) }
        }
        let test = RuleTest(name: "", given: input, expected: RuleTestExpectation(hit: true), position: first.rule.position)
        let runner = RuleTestRunner(
            set: set.isolated(with: rules.map(\.rule)), rule: first.rule, test: test, trigger: trigger)
        guard runner.triggersEndlessly() else { return }
        let names = (rules + [first]).map { "'\($0.rule.id)'" }.joined(separator: " → ")
        findings.add(
            .triggersEndlessly(rules.map(\.rule)), "endless-cycle",
            rules.count == 1
                ? "the rule triggers itself without end, and is cut off"
                : "these rules trigger each other without end, and are cut off: \(names)",
            at: first.position, suggestion: "remove one of the actions, or add a cooldown to one of the rules")
    }

    private static func cause(_ trigger: RuleTrigger) -> Link? {
        switch (trigger.kind, trigger.detail) {
        case (.signal, .name(let name)): .signal(name)
        case (.counter, .crossing(let counter, _, _)): .counter(counter)
        default: nil
        }
    }

    private static func effect(_ action: ConfigNode.Entry, _ counters: [String: String]) -> Link? {
        switch action.key {
        case "signal": return (action.value.scalarText ?? action.value.child("name")?.scalarText).map(Link.signal)
        case "counter":
            let names = ["add", "set", "reset"].compactMap { action.value.child($0)?.child("name")?.scalarText }
            return names.first.map(Link.counter)
        case "escalate":
            return (action.value.scalarText ?? action.value.child("ladder")?.scalarText).flatMap { counters[$0] }.map(
                Link.counter)
        default: return nil
        }
    }
}

extension RuleRegion {
    /// A Boolean value that indicates whether the rule's condition reads stored state, which its actions may change.
    fileprivate var readsState: Bool {
        var found = false
        when.forEachFeature { if $0.state != nil { found = true } }
        return found
    }
}
