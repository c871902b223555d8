/// The logistic function, computed only with operations that give the same bits on every machine.
enum Logistic {
    private static let maxOdds = 40.0  // Beyond it, a probability is 0 or 1 to the last digit.
    private static let ln2 = 0.693_147_180_559_945_3

    /// Returns the probability for the logarithm of odds.
    static func probability(_ logarithm: Double) -> Double {
        1 / (1 + exponential(-min(max(logarithm, -maxOdds), maxOdds)))
    }

    /// Returns e to the power of a number between -40 and 40: two to a whole power, times the series of what is left.
    private static func exponential(_ power: Double) -> Double {
        let whole = (power / ln2).rounded()
        let rest = power - whole * ln2
        var (term, sum) = (1.0, 1.0)
        for index in 1...16 {
            term *= rest / Double(index)
            sum += term
        }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }
}
