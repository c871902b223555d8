/// A time of the day as it was said, before anybody decides what it means.
struct ParsedClockTime: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// `at 7`, `7h`
        case bare
        /// `7:30`, `7h30`, `half past seven`
        case minutes
        /// `07:30`, `19h`, `0:30`: nobody writes one half of the day so.
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
    /// A Boolean value that indicates whether only `rưỡi` marks it as a clock: `8 rưỡi` is eight and a half of anything.
    var isHalfAlone = false
    /// Tokens
    var range: Range<Int>

    var seconds: Int { hour * 3600 + minute * 60 }
}
