/// A time of day as written, before it is resolved.
struct ParsedClockTime: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// `at 7`, `7h`
        case bare
        /// `7:30`, `7h30`, `half past seven`
        case minutes
        /// `07:30`, `19h`, `0:30`: a form that is only used on a 24-hour clock.
        case wholeDay
        case am, pm
        case midnight
        /// The end of the working day.
        case endOfDay
    }

    var hour: Int
    var minute: Int
    var form: Form
    var part: DayPart?
    /// A Boolean value that indicates whether only `rưỡi` marks it as a time: `8 rưỡi` may be eight and a half of anything.
    var isHalfAlone = false
    /// The token range.
    var range: Range<Int>

    var seconds: Int { hour * 3600 + minute * 60 }
}
