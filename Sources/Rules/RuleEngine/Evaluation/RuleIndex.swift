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
            if needed == nil { unindexed.append(index) }
            for kind in Set(rule.triggers.map(\.kind)) {
                if let needed {
                    for key in needed.sorted() { kinds[kind, default: Entries()].byKey[key, default: []].append(index) }
                } else {
                    kinds[kind, default: Entries()].always.append(index)
                }
            }
        }
    }

    /// Returns the positions of the candidate rules, ascending and without duplicates.
    func candidates(for kinds: [RuleTrigger.Kind], _ scanResult: TextScanResult) -> [Int] {
        var positions: [Int] = []
        let keys = scanResult.isEmpty ? [] : scanResult.keys
        for kind in kinds {
            guard let entries = self.kinds[kind] else { continue }
            if keys.isEmpty, kinds.count == 1 { return entries.always }
            positions += entries.always
            for key in keys { positions += entries.byKey[key] ?? [] }
        }
        positions.sort()  // Ascending runs, which are merged.
        var distinct: [Int] = []
        for position in positions where position != distinct.last { distinct.append(position) }
        return distinct
    }

    func hasRules(for kinds: [RuleTrigger.Kind]) -> Bool { kinds.contains { self.kinds[$0] != nil } }
}
