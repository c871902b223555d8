extension ConditionResult {
    /// Returns whether all parts hold. The reason is that of the first part with a score, because it names all that counted;
    /// otherwise that of the first part that found a text, because it is the most specific; otherwise that of the first part. It
    /// contains everything that was found. Parts after the first failure are not evaluated.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - part: Evaluates a part by its position.
    static func all(_ count: Int, _ part: (Int) -> ConditionResult) -> ConditionResult {
        if count == 1 { return part(0) }
        var chosen: Reason?
        var found = MatchDetails()
        for index in 0..<count {
            switch part(index) {
            case .fails(var miss):
                miss.depth += index
                return .fails(miss)
            case .holds(let reason):
                found = found.merging(reason.found)
                if chosen.map({ $0.rank < reason.rank }) ?? true { chosen = reason }
            }
        }
        var reason = chosen ?? Reason("always")
        reason.found = found
        return .holds(reason)
    }

    /// Returns the first part that holds. Otherwise returns the failure of the part that came furthest, because it is most likely
    /// the one the operator had in mind.
    static func any(_ count: Int, _ part: (Int) -> ConditionResult) -> ConditionResult {
        var furthest: Miss?
        for index in 0..<count {
            switch part(index) {
            case .holds(let reason): return .holds(reason)
            case .fails(let miss): if furthest.map({ miss.depth > $0.depth }) ?? true { furthest = miss }
            }
        }
        return .fails(furthest ?? Miss(part: "any", detail: ""))
    }
}

extension Reason {
    /// The amount that the reason tells of a message.
    fileprivate var rank: Int { found.score != nil ? 2 : found.text != nil ? 1 : 0 }
}
