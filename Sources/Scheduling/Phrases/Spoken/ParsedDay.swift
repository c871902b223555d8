import MezonModel

/// A day or several as they were said.
enum ParsedDay: Hashable, Sendable {
    /// Days from today.
    case offset(Int)
    case weekdays([Weekday], which: Which, isRepeated: Bool)
    /// The n-th of a weekday of a month.
    case nth([Int], Weekday)
    /// Days of a month that was not said.
    case ofMonth([Int])
    case date(day: Int, month: Int, year: Int?)
    /// `8/5`, where either may be the month.
    case slashed(Int, Int, year: Int?)
    case edge(PhraseBoundary)
    case weekend

    enum Which: Hashable, Sendable { case plain, this, next, coming }
}
