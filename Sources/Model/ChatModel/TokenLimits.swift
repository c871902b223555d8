/// The limits of the tokens that an account sends.
package struct TokenLimits: Hashable, Sendable {
    /// The largest sum from midnight to midnight, of all bots and of other programs with the account.
    package var perDay: Int
    /// The largest number of tokens in one order.
    package var perOrder: Int

    package init(perDay: Int, perOrder: Int) {
        self.perDay = perDay
        self.perOrder = perOrder
    }
}
