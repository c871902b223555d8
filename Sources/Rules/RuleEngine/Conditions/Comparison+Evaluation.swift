import BotConfiguration

extension Comparison {
    /// Compares a quantity. The detail reads `2h < 24h` if the comparison holds, `730d is not < 24h` if it does not.
    ///
    /// - Parameter found: The details of a match, which are only made if the comparison holds.
    func decide(
        _ part: String, _ quantity: Quantity, found: @autoclosure () -> MatchDetails = MatchDetails()
    ) -> ConditionResult {
        guard holds(quantity.value) else { return .fails(part, "\(quantity) is not \(self)") }
        let isSigned = description.hasPrefix("<") || description.hasPrefix(">")
        return .holds(Reason(part, "\(quantity) \(isSigned ? "" : "is ")\(self)", found: found()))
    }
}
