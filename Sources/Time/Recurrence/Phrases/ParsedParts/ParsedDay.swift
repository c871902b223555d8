import ChatModel

/// One or several days as written.
enum ParsedDay: Hashable, Sendable {
    /// The number of days from today.
    case offset(Int)
    case weekdays([Weekday], which: Which, isRepeated: Bool)
    /// The n-th weekdays of a month.
    case nth([Int], Weekday)
    /// Days of an unnamed month.
    case ofMonth([Int])
    case date(day: Int, month: Int, year: Int?)
    /// A date such as `8/5`, in which either number may be the month.
    case slashed(Int, Int, year: Int?)
    case edge(PhraseBoundary)
    case weekend

    enum Which: Hashable, Sendable { case plain, this, next, coming }
}
