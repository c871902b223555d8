extension PhraseResolver {
    /// A time of day that may be meant.
    struct ClockChoice: Hashable, Sendable {
        /// The number of days after the named one: the midnight of an evening belongs to the next day.
        var shift = 0
        /// The seconds from midnight.
        var second: Int
        /// A Boolean value that indicates whether it is the half of the day that was not written.
        var isOtherHalf = false

        var minutes: Int { second / 60 }
    }

    static let defaultSecond = 9 * 3600

    /// Returns the second at which a part of the day begins, for requests without a clock time.
    static func second(of part: DayPart) -> Int {
        switch part {
        case .earlyMorning: 6 * 3600
        case .morning: 8 * 3600
        case .noon: 12 * 3600
        case .afternoon: 15 * 3600
        case .evening: 20 * 3600
        case .night: 22 * 3600
        }
    }

    /// Returns the possible meanings of a clock time; several if it is ambiguous.
    func choices(of clock: ParsedClockTime) throws(PhraseError) -> [ClockChoice] {
        let part = clock.part ?? time.partOfDay?.value
        let range = clock.part == nil && time.partOfDay != nil ? time.range : clock.range
        guard clock.minute < 60, clock.hour < 24 || clock.hour == 24 && clock.minute == 0 else {
            throw refusal(.impossible, at: clock.range)
        }
        let second = clock.seconds
        func plain(_ hours: Int = 0, days: Int = 0) -> ClockChoice { ClockChoice(shift: days, second: second + hours * 3600) }
        switch clock.form {
        case .midnight: return midnight()
        case .endOfDay:
            guard part == nil else { throw refusal(.impossible, at: range) }
            let isNextDay = time.day == nil && time.period == nil && time.delay == nil && !time.isRecurring
            guard !isNextDay || civilNow.second < second else { throw refusal(.past, at: clock.range) }
            return [plain()]
        case .am, .pm:
            let isRight: Bool =
                switch part {
                case nil: true
                case .earlyMorning, .morning: clock.form == .am
                case .noon, .afternoon, .evening: clock.form == .pm
                case .night: true
                }
            guard isRight, clock.hour > 0, clock.hour <= (clock.form == .am ? 12 : 23) else {
                throw refusal(.impossible, at: range)
            }
            if clock.hour == 12 { return [clock.form == .am ? plain(-12) : plain()] }
            return [plain(clock.form == .pm && clock.hour < 12 ? 12 : 0)]
        case .wholeDay:
            if clock.hour == 24 { return midnight() }
            guard part.map({ Self.fits(clock.hour, $0) }) != false else { throw refusal(.impossible, at: range) }
            if part == .night, clock.hour < 6 { return small(second) }
            return [plain()]
        case .bare, .minutes:
            guard let part else { return halves(clock) }
            switch (part, clock.hour) {
            case (.earlyMorning, 1...7), (.morning, 1...11), (.noon, 10...12), (.afternoon, 12): return [plain()]
            case (.noon, 1...2), (.afternoon, 1...7), (.evening, 5...11), (.night, 6...11): return [plain(12)]
            case (.evening, 12), (.night, 12):
                return clock.minute == 0 ? midnight() : [ClockChoice(shift: 1, second: second - 12 * 3600)]
            case (.night, 1...5): return small(second)
            default: throw refusal(.impossible, at: range)
            }
        }
    }

    private static func fits(_ hour: Int, _ part: DayPart) -> Bool {
        switch part {
        case .earlyMorning: hour < 8
        case .morning: hour < 12
        case .noon: (10...14).contains(hour)
        case .afternoon: (12...19).contains(hour)
        case .evening: (17...23).contains(hour)
        case .night: hour >= 18 || hour < 6
        }
    }

    /// Returns the meanings without a part of the day: the written time, and the other half of the day if that is as likely.
    private func halves(_ clock: ParsedClockTime) -> [ClockChoice] {
        let written = ClockChoice(second: clock.seconds)
        let other =
            clock.hour < 12
            ? ClockChoice(second: clock.seconds + 12 * 3600, isOtherHalf: true)
            : ClockChoice(shift: 1, second: clock.seconds - 12 * 3600, isOtherHalf: true)
        if clock.hour < 6 { return [written, other] }
        let isToday = time.day == nil && time.period == nil && time.delay == nil && !time.isRecurring
        let wait = other.second + other.shift * CivilTime.day - civilNow.second
        guard isToday, civilNow.second >= written.second, wait > 0 else { return [written] }
        // At ten in the morning, `9:30` means tomorrow's; at nine in the evening it may mean tonight's.
        return clock.form == .bare || wait < Self.soon ? [written, other] : [written]
    }

    private static let soon = 6 * 3600

    /// Returns the midnight that ends the named day, and also the one that begins it if the day is not today.
    private func midnight() -> [ClockChoice] {
        let end = ClockChoice(shift: 1, second: 0)
        if time.isRecurring { return [ClockChoice(second: 0)] }
        return isOnNamedDay ? [ClockChoice(second: 0), end] : [end]
    }

    /// Returns the meanings of an hour after midnight: it belongs to the next day, or to the named one.
    private func small(_ second: Int) -> [ClockChoice] {
        let next = ClockChoice(shift: 1, second: second), same = ClockChoice(second: second)
        if time.day?.value == .offset(0) { return [next] }
        return isOnNamedDay ? [same, next] : [same]
    }

    private var isOnNamedDay: Bool {
        guard !time.isRecurring, let day = time.day?.value else { return false }
        return day != .offset(0)
    }
}
