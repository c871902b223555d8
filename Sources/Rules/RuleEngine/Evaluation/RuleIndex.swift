/// An index of rules by event kind and scan keys, so that rules that cannot match are not evaluated.
struct RuleIndex: Sendable {
    private struct Entries {
        var byKey: [ScanKey: [Int]] = [:]
        /// The rules that can match regardless of what was found.
        var always: [Int] = []
    }

    private var kinds: [RuleTrigger.Kind: Entries] = [:]

    init(_ rules: [CompiledRule]) {
        for (index, rule) in rules.enumerated() where rule.mode != .disabled {
            // A rule with `otherwise` has actions even if its condition does not hold.
            let needed = rule.otherwise.isEmpty ? rule.when?.requiredScanKeys : nil
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
        var positions: Set<Int> = []
        let keys = scanResult.isEmpty ? [] : scanResult.keys
        for kind in kinds {
            guard let entries = self.kinds[kind] else { continue }
            if keys.isEmpty, kinds.count == 1 { return entries.always }
            positions.formUnion(entries.always)
            for key in keys { positions.formUnion(entries.byKey[key] ?? []) }
        }
        return positions.sorted()
    }

    func hasRules(for kinds: [RuleTrigger.Kind]) -> Bool { kinds.contains { self.kinds[$0] != nil } }
}
