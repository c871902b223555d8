import BotKit

/// Generates schedules of every supported kind, many of them in hours with clock changes.
struct RandomRecurrences {
    /// Time zones with clock changes in 2026, by an hour, half an hour and two hours, at midnight, on Saturdays and for Ramadan, and three
    /// zones without any.
    static let zones = [
        "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Athens", "Europe/Chisinau", "Europe/Lisbon", "Atlantic/Azores",
        "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage", "America/St_Johns",
        "America/Halifax", "America/Miquelon", "America/Havana", "America/Santiago", "America/Nuuk", "Pacific/Easter",
        "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Cairo", "Asia/Gaza", "Asia/Hebron", "Asia/Jerusalem", "Asia/Beirut",
        "Australia/Lord_Howe", "Australia/Sydney", "Australia/Adelaide", "Pacific/Auckland", "Pacific/Chatham",
        "Pacific/Norfolk", "Antarctica/Troll", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Pacific/Kiritimati",
    ]

    private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func drawn(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Returns a minute of the day, mostly one in which some time zone changes its clocks.
    private mutating func time() -> Int {
        let hour = drawn(3) == 0 ? drawn(24) : drawn(4)
        return hour * 60 + [0, 15, 30, 45, drawn(60)][drawn(5)]
    }

    mutating func next() -> RandomRecurrence {
        switch drawn(100) {
        case ..<35: cron()
        case ..<65: phrase()
        case ..<80: length()
        default: rule()
        }
    }

    private mutating func cron() -> RandomRecurrence {
        let time = time()
        let (minute, hour) = (time % 60, time / 60)
        func course(_ rest: String, _ fits: @escaping @Sendable (CivilDay, CivilDay) -> Bool) -> RandomRecurrence {
            RandomRecurrence(kind: "cron", text: "cron: \(minute) \(hour) \(rest)", cadence: .times([time], on: fits))
        }
        switch drawn(12) {
        case 0...2: return course("* * *") { _, _ in true }
        case 3...4: return course("* * 1-5") { day, _ in day.isWorkday }
        case 5...6:
            let first = drawn(5)
            return course("* * \(first + 1),\(first + 2)") { day, _ in day.weekday == first || day.weekday == first + 1 }
        case 7: return course("1,15 * *") { day, _ in day.day == 1 || day.day == 15 }
        case 8: return course("13 * 5") { day, _ in day.day == 13 || day.weekday == 4 }
        case 9: return course("1-7 3,10,11 *") { day, _ in day.day < 8 && [3, 10, 11].contains(day.month) }
        case 10: return course("31 * *") { day, _ in day.day == 31 }
        default:
            let times = [0, 6, 12, 18].map { $0 * 60 + minute }
            return RandomRecurrence(
                kind: "cron", text: "cron: \(minute) */6 * * *", cadence: .times(times, on: { _, _ in true }))
        }
    }

    private mutating func phrase() -> RandomRecurrence {
        let time = time()
        let clock = "\(time / 600)\(time / 60 % 10):\(time % 60 / 10)\(time % 10)"
        let weekday = drawn(7)
        func course(_ text: String, _ fits: @escaping @Sendable (CivilDay, CivilDay) -> Bool) -> RandomRecurrence {
            RandomRecurrence(kind: "every", text: "\(text) at \(clock)", cadence: .times([time], on: fits))
        }
        switch drawn(20) {
        case 0...4: return course("day") { _, _ in true }
        case 5...7: return course("weekday") { day, _ in day.isWorkday }
        case 8...11: return course(Self.names[weekday]) { day, _ in day.weekday == weekday }
        case 12...13: return course("weekend") { day, _ in !day.isWorkday }
        case 14...15: return course("2nd \(Self.names[weekday])") { day, _ in day.weekday == weekday && day.place == 2 }
        case 16...17:
            return course("last \(Self.names[weekday])") { day, _ in day.weekday == weekday && day.isLastOfItsWeekday }
        case 18: return course("last day") { day, _ in day.day == day.length }
        default:
            let from = drawn(3) * 60, to = from + 180 + drawn(120), pace = 20 + drawn(60)
            let ends = [from, to].map { "\($0 / 600)\($0 / 60 % 10):\($0 % 60 / 10)\($0 % 10)" }
            return RandomRecurrence(
                kind: "stretch", text: "\(pace) minutes between \(ends[0]) and \(ends[1]) on \(Self.names[weekday])",
                cadence: .stretch(every: pace, from: from, to: to, on: { day, _ in day.weekday == weekday }))
        }
    }

    private mutating func length() -> RandomRecurrence {
        let minutes = drawn(2) == 0 ? 600 + drawn(3000) : (8 + drawn(60)) * 60
        let text = minutes % 60 == 0 ? "\(minutes / 60) hours" : "\(minutes) minutes"
        return RandomRecurrence(kind: "length", text: text, cadence: .elapsed(minutes))
    }

    private mutating func rule() -> RandomRecurrence {
        let time = time(), interval = 2 + drawn(4), weekday = drawn(6)
        let clock = "BYHOUR=\(time / 60);BYMINUTE=\(time % 60)"
        let count = drawn(4) == 0 ? 3 + drawn(60) : nil
        func course(_ text: String, _ fits: @escaping @Sendable (CivilDay, CivilDay) -> Bool) -> RandomRecurrence {
            RandomRecurrence(
                kind: "rrule", text: "rrule: \(text);\(clock)" + (count.map { ";COUNT=\($0)" } ?? ""),
                cadence: .times([time], on: fits), count: count)
        }
        switch drawn(5) {
        case 0: return course("FREQ=DAILY;INTERVAL=\(interval)") { ($0.number - $1.number) % interval == 0 }
        case 1:
            return course("FREQ=WEEKLY;INTERVAL=2;BYDAY=\(Self.codes[weekday]),SU") { day, anchor in
                (day.weekNumber - anchor.weekNumber) % 2 == 0 && (day.weekday == weekday || day.weekday == 6)
            }
        case 2: return course("FREQ=MONTHLY;BYMONTHDAY=-1,10") { day, _ in day.day == day.length || day.day == 10 }
        case 3:
            return course("FREQ=MONTHLY;INTERVAL=2;BYDAY=-1\(Self.codes[weekday])") { day, anchor in
                (day.monthNumber - anchor.monthNumber) % 2 == 0 && day.weekday == weekday && day.isLastOfItsWeekday
            }
        default:
            return course("FREQ=WEEKLY;BYDAY=\(Self.codes[weekday])") { day, _ in day.weekday == weekday }
        }
    }
}
