import BotConfiguration

/// The rules that change each part of the stored state, by their positions in the order of evaluation.
struct StateChanges {
    private var positions: [RuleStateName: [Int]] = [:]

    init(_ rules: [Reviewed], ladders: [LadderSettings]) {
        let escalation =
            ladders.map { RuleStateName.counter($0.counter) }
            + ladders.flatMap(\.steps).flatMap(\.actions.maps).joined().flatMap { Self.names($0, escalation: []) }
        for (index, reviewed) in rules.enumerated() {
            for entry in reviewed.node.maps.joined() {
                for name in Self.names(entry, escalation: escalation) where positions[name]?.last != index {
                    positions[name, default: []].append(index)
                }
            }
        }
    }

    /// Returns whether a rule from one position up to another, which is not included, changes a part of the state.
    func changes(_ name: RuleStateName, from first: Int, to last: Int) -> Bool {
        let known = positions[name] ?? []
        let next = known.partitioningIndex { $0 >= min(first, last) }
        return next < known.count && known[next] < max(first, last)
    }

    private static func names(_ entry: ConfigNode.Entry, escalation: [RuleStateName]) -> [RuleStateName] {
        switch entry.key {
        case "set_level": return [.level]
        case "set": return entry.value.child("var")?.scalarText.map { [.variable($0)] } ?? []
        case "counter":
            return ["add", "set", "reset"].compactMap { entry.value.child($0)?.child("name")?.scalarText }.map(
                RuleStateName.counter)
        case "signal": return entry.value.child("with")?.maps.first?.map { .variable($0.key) } ?? []
        case "escalate": return escalation
        default: return []
        }
    }
}

extension [Int] {
    /// Returns the first index at which a predicate holds, of an array in which it holds from some index on.
    fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
