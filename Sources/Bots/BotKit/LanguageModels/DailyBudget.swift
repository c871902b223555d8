import Foundation

/// A budget that is renewed each day, as part of a bot's state.
///
///     struct State: BotState { var budget = DailyBudget() }
///
///     let isGranted = try await context.state(.user).update { $0.budget.take(1, of: 20, on: context.today) }
public struct DailyBudget: Codable, Hashable, Sendable {
    /// The day to which the amount belongs.
    private var day = ""
    /// The amount used on that day.
    private var used = 0

    /// Creates an unused budget.
    public init() {}

    /// Takes an amount, if it is left.
    ///
    /// - Parameters:
    ///   - amount: The amount, zero or more.
    ///   - limit: The amount of one day.
    ///   - day: The day: `context.today`.
    /// - Returns: False, without taking anything, if less than the amount is left.
    public mutating func take(_ amount: Int = 1, of limit: Int, on day: String) -> Bool {
        let before = day == self.day ? used : 0
        let (sum, isTooMuch) = before.addingReportingOverflow(max(0, amount))
        guard !isTooMuch, sum <= limit else { return false }
        (self.day, used) = (day, sum)
        return true
    }
}

extension BotContext {
    /// The date of the event in the time zone of this channel: `2026-01-31`.
    public var today: String {
        now.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day())
    }
}
