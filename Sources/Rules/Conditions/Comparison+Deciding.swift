import BotConfig

extension Comparison {
    /// `2h < 24h` where it holds, `730d is not < 24h` where it does not.
    func decide(_ part: String, _ quantity: Quantity, found: MatchDetails = MatchDetails()) -> ConditionResult {
        guard holds(quantity.value) else { return .fails(part, "\(quantity) is not \(self)") }
        let isSigned = description.hasPrefix("<") || description.hasPrefix(">")
        return .holds(Reason(part, "\(quantity) \(isSigned ? "" : "is ")\(self)", found: found))
    }
}
