extension ConditionResult {
    /// Whether all hold. The reason is that of the first that found a text, for it says most; else that of the first. It has all
    /// that was found. Those after a miss are not asked.
    static func all(_ parts: some Sequence<ConditionResult>) -> ConditionResult {
        var telling: Reason?
        var found = MatchDetails()
        for (index, part) in parts.enumerated() {
            switch part {
            case .fails(var miss):
                miss.depth += index
                return .fails(miss)
            case .holds(let reason):
                found = found.merging(reason.found)
                if telling == nil || telling?.found.text == nil && reason.found.text != nil { telling = reason }
            }
        }
        var reason = telling ?? Reason("always")
        reason.found = found
        return .holds(reason)
    }

    /// Whether any holds: the first that does. Otherwise the miss of the part that came furthest, for that is the one an operator
    /// thought of.
    static func any(_ parts: some Sequence<ConditionResult>) -> ConditionResult {
        var furthest: Miss?
        for part in parts {
            switch part {
            case .holds(let reason): return .holds(reason)
            case .fails(let miss): if furthest.map({ miss.depth > $0.depth }) ?? true { furthest = miss }
            }
        }
        return .fails(furthest ?? Miss(part: "any", detail: ""))
    }
}
