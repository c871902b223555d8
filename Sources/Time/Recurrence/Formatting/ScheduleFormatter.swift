package import ChatModel

/// The words of one language for schedules.
package protocol ScheduleFormatter: Sendable {
    func once(on day: Day) -> String
    /// Returns `every 2 weeks` or `every day`.
    func every(_ count: Int, _ unit: DayRule.Unit) -> String
    var everyWeekday: String { get }
    var everyWeekendDay: String { get }
    func every(_ weekdays: [Weekday]) -> String
    func every(_ length: FormattedDuration) -> String

    func weekday(_ weekday: Weekday) -> String
    /// Returns `the 2nd Tuesday`; counted from the end for a negative number.
    func weekday(_ weekday: Weekday, place: Int) -> String
    /// Returns `2nd`, `last` or `2nd to last`.
    func place(_ number: Int) -> String
    /// Returns `the 1st, 15th and last day`.
    func monthDays(_ numbers: [Int]) -> String
    /// Returns `2 September`.
    func date(_ monthDay: Int, _ month: Int) -> String
    /// Returns `the last weekday`.
    func workday(place: Int) -> String
    /// Returns `the 31st or the last day`.
    func nearest(_ monthDay: Int) -> String
    func on(_ what: String) -> String
    func onWeekdays(_ weekdays: [Weekday]) -> String
    func ofYear(_ what: String) -> String
    func inMonths(_ months: [Int]) -> String
    func ifDay(_ what: String) -> String
    func only(places: [Int]) -> String
    func or(_ first: String, _ second: String) -> String
    func and(_ items: [String]) -> String
    func any(_ items: [String]) -> String

    func at(_ times: [String]) -> String
    /// Returns the first times and the number of all, for long lists.
    func at(_ times: [String], andMoreOf count: Int) -> String
    func every(minutes: Int, from first: String, to last: String) -> String
    func between(_ first: String, _ last: String) -> String
    func hours(_ hours: [Int]) -> String

    func until(_ text: String) -> String
    func times(_ count: Int) -> String
    var butForExceptions: String { get }

    var clockNote: String { get }
    var wheneverNote: String { get }
    var elapsedNote: String { get }
    var stretchNote: String { get }
}

/// A duration in the units that people use.
package struct FormattedDuration: Hashable, Sendable {
    package let hours: Int
    package let minutes: Int

    init(seconds: Int) {
        hours = seconds / 3600
        minutes = seconds / 60 % 60
    }
}
