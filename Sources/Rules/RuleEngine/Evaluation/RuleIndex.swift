/// An index of rules by event kind and scan keys, so that rules that cannot match are not evaluated.
struct RuleIndex: Sendable {
    private struct Entries {
        var byKey: [ScanKey: [Int]] = [:]
        /// The rules that can match regardless of what was found.
        var always: [Int] = []
    }

    private var kinds: [RuleTrigger.Kind: Entries] = [:]
    /// The positions of the rules that are candidates for every event of their kinds, ascending.
    private(set) var unindexed: [Int] = []

    init(_ rules: [CompiledRule]) {
        for (index, rule) in rules.enumerated() where rule.mode != .disabled {
            // A rule with `otherwise` has actions even if its condition does not hold.
            let needed = rule.otherwise.isEmpty ? rule.when?.requiredScanKeys : nil
            let kinds = Set(rule.triggers.map(\.kind))
            if needed == nil || kinds.contains(.reactions) { unindexed.append(index) }
            for kind in kinds {
                // What is found in the text of a reaction says nothing about the message.
                if let needed, kind != .reactions {
                    for key in needed.sorted() { self.kinds[kind, default: Entries()].byKey[key, default: []].append(index) }
                } else {
                    self.kinds[kind, default: Entries()].always.append(index)
                }
            }
        }
    }

    /// Returns the positions of the candidate rules, ascending and without duplicates.
    func candidates(for kinds: [RuleTrigger.Kind], _ scanResult: TextScanResult) -> [Int] {
        var positions: [Int] = []
        var runCount = 0
        func add(_ run: [Int]) {
            guard !run.isEmpty else { return }
            runCount += 1
            if runCount == 1 { positions = run } else { positions += run }
        }
        for kind in kinds {
            guard let entries = self.kinds[kind] else { continue }
            add(entries.always)
            scanResult.forEachKey { key in if let run = entries.byKey[key] { add(run) } }
        }
        // Each is ascending and without duplicates, and mostly there is one.
        guard runCount > 1 else { return positions }
        positions.sort()  // Ascending runs, which are merged.
        var distinct: [Int] = []
        for position in positions where position != distinct.last { distinct.append(position) }
        return distinct
    }

    func hasRules(for kinds: [RuleTrigger.Kind]) -> Bool { kinds.contains { self.kinds[$0] != nil } }
}
