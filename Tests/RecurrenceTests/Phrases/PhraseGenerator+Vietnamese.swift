import Foundation

extension PhraseGenerator {
    private static let weekdays = [
        ["thứ hai", "thứ 2", "t2"], ["thứ ba", "thứ 3", "t3"], ["thứ tư", "thứ 4", "t4"], ["thứ năm", "thứ 5", "t5"],
        ["thứ sáu", "thứ 6", "t6"], ["thứ bảy", "thứ 7", "t7"], ["chủ nhật", "cn", "CN"],
    ]
    private static let texts = [
        "họp", "gọi cho khách", "nộp báo cáo", "đón con", "uống thuốc", "mua 2 kg gạo", "đặt 3 ly cà phê", "gia hạn domain",
        "trả sách", "gửi hoá đơn", "đi khám", "xem lại PR 128", "tưới cây", "họp với chị Hoa",
    ]

    /// Every third phrase is typed without diacritics.
    mutating func vietnamese() -> Request? {
        guard var request = markedVietnamese() else { return nil }
        if chance(33) {
            request.phrase = PhraseCorpus.withoutMarks(request.phrase)
            request.text = PhraseCorpus.withoutMarks(request.text)
        }
        return request
    }

    private mutating func markedVietnamese() -> Request? {
        let text = pick(Self.texts)
        switch number(0...9) {
        case 0, 1: return vietnameseLength(text)
        case 2, 3: return vietnameseRecurrence(text)
        case 4: return vietnameseLead(text)
        default:
            let clock = clock(), said = vietnameseDay()
            return request(
                vietnameseOrder(vietnameseWhen(clock, said.words), text), at: moment(said.day, clock), text)
        }
    }

    private mutating func vietnameseOrder(_ when: String, _ text: String) -> String {
        let me = pick(["tôi", "mình", "t", "em", "tui"])
        switch number(0...4) {
        case 0, 1: return "nhắc \(me) \(when) \(text)"
        case 2: return "nhắc \(me) \(text) \(when)"
        case 3: return "\(when) nhắc \(me) \(text)"
        default: return "\(when) \(text)"
        }
    }

    private func part(_ hour: Int) -> String {
        hour < 11 ? "sáng" : hour < 13 ? "trưa" : hour < 18 ? "chiều" : hour < 22 ? "tối" : "đêm"
    }

    /// Returns a time with its day, and with the part of the day where the hour is ambiguous; `tối nay` and `sáng mai` contain
    /// both.
    private mutating func vietnameseWhen(_ clock: Clock, _ day: String) -> String {
        let part = part(clock.hour)
        let time = vietnameseClock(clock)
        guard !time.isWhole else { return chance(50) ? "\(day) \(time.words)" : "\(time.words) \(day)" }
        let joined = day == "hôm nay" ? "\(part) nay" : day == "mai" || day == "ngày mai" ? "\(part) mai" : "\(part) \(day)"
        return pick([
            "\(joined) \(time.words)", "\(joined) lúc \(time.words)", "\(time.words) \(joined)", "\(day) \(time.words) \(part)",
        ])
    }

    /// - Returns: The words, and a Boolean value that indicates whether they use the 24-hour clock and need no part of the day.
    private mutating func vietnameseClock(_ clock: Clock) -> (words: String, isWhole: Bool) {
        let (hour, minute) = (clock.hour, clock.minute < 10 ? "0\(clock.minute)" : "\(clock.minute)")
        if hour > 12, chance(30) {
            return (
                clock.minute == 0
                    ? pick(["\(hour)h", "lúc \(hour)h", "\(hour):00"]) : pick(["\(hour)h\(minute)", "\(hour):\(minute)"]), true
            )
        }
        let short = hour > 12 ? hour - 12 : hour
        switch clock.minute {
        case 0: return (pick(["\(short)h", "\(short) giờ", "\(short)g"]), false)
        case 30:
            return (
                pick(["\(short) rưỡi", "\(short)h rưỡi", "\(short)h30", "\(short) giờ rưỡi", "\(short)r", "\(short)g30"]), false
            )
        case 45 where part(hour) == part(hour + 1) && short < 12:
            return (pick(["\(short + 1)h kém 15", "\(short + 1) giờ kém 15", "\(short)h45"]), false)
        default: return (pick(["\(short)h\(minute)", "\(short):\(minute)", "\(short) giờ \(clock.minute) phút"]), false)
        }
    }

    private mutating func vietnameseDay() -> DayPhrase {
        let ahead = number(1...6), other = day(after: ahead)
        let name = pick(Self.weekdays[weekday(other)])
        switch number(0...9) {
        case 0: return DayPhrase(words: "hôm nay", day: today)
        case 1, 2: return DayPhrase(words: pick(["mai", "ngày mai"]), day: day(after: 1))
        case 3: return DayPhrase(words: pick(["ngày kia", "ngày mốt"]), day: day(after: 2))
        case 4, 5: return DayPhrase(words: name, day: other)
        case 6:
            let next = day(after: 7 - weekday(today) + number(0...6))
            return DayPhrase(words: pick(Self.weekdays[weekday(next)]) + " tuần sau", day: next)
        case 7:
            let day = day(after: number(20...300))
            let parts = calendar.dateComponents([.month, .day], from: day)
            let (month, number) = (parts.month ?? 1, parts.day ?? 1)
            return DayPhrase(words: pick(["ngày \(number)/\(month)", "ngày \(number) tháng \(month)"]), day: day)
        case 8:
            let number = number(1...28)
            return DayPhrase(words: "ngày \(number)", day: day(ofMonth: number) ?? .distantPast)
        default:
            let number = number(1...10)
            let parts = calendar.dateComponents([.year, .month], from: today)
            let next = day(year: parts.year ?? 2026, month: (parts.month ?? 1) + 1, day: number) ?? today
            return DayPhrase(words: "mùng \(number) tháng sau", day: next)
        }
    }

    private mutating func vietnameseLength(_ text: String) -> Request? {
        let minutes = pick([5, 10, 15, 20, 25, 40, 45]), hours = number(2...9)
        let (when, seconds): (String, Int) = pick([
            ("\(minutes) phút nữa", minutes * 60), ("sau \(minutes) phút", minutes * 60), ("\(minutes)p nữa", minutes * 60),
            ("\(hours) tiếng nữa", hours * 3600), ("\(hours)h nữa", hours * 3600), ("một tiếng rưỡi nữa", 5400),
            ("nửa tiếng nữa", 1800), ("\(hours) tiếng \(minutes) phút nữa", hours * 3600 + minutes * 60),
            ("\(hours) tiếng rưỡi nữa", hours * 3600 + 1800), ("trong \(hours) tiếng nữa", hours * 3600),
        ])
        return request(vietnameseOrder(when, text), at: now.addingTimeInterval(Double(seconds)), text)
    }

    private mutating func vietnameseLead(_ text: String) -> Request? {
        let clock = clock(), said = vietnameseDay(), minutes = pick([5, 10, 15, 30])
        let words = pick(["\(minutes) phút", "\(minutes)p"])
        let moment = moment(said.day, clock)
        guard moment > now else { return nil }
        let when = vietnameseWhen(clock, said.words)
        let phrase =
            chance(50)
            ? vietnameseOrder("\(words) trước \(when)", text)
            : "\(text) \(when), \(pick(["nhắc trước", "nhắc tôi trước"])) \(words)"
        return request(phrase, at: moment.addingTimeInterval(Double(-minutes * 60)), text)
    }

    private mutating func vietnameseRecurrence(_ text: String) -> Request? {
        let clock = clock(), first = number(0...6), second = (first + number(1...6)) % 7, number = number(1...28)
        let (one, two) = (pick(Self.weekdays[first]), pick(Self.weekdays[second]))
        let calendar = calendar
        let of = { [self] (days: Set<Int>) in { (day: Date) in days.contains(self.weekday(day)) } }
        let recurrence = pick([
            RecurrencePhrase(words: "mỗi ngày", fits: { _ in true }), RecurrencePhrase(words: "hàng ngày", fits: { _ in true }),
            RecurrencePhrase(words: "mỗi \(one)", fits: of([first])),
            RecurrencePhrase(words: "\(one) hàng tuần", fits: of([first])),
            RecurrencePhrase(words: "mỗi \(one) và \(two)", fits: of([first, second])),
            RecurrencePhrase(words: "mỗi ngày làm việc", fits: of([0, 1, 2, 3, 4])),
            RecurrencePhrase(words: "ngày \(number) hàng tháng", fits: { calendar.component(.day, from: $0) == number }),
        ])
        let time = vietnameseClock(clock)
        let when = "\(recurrence.words) \(pick(["", "lúc "]))\(time.words)\(time.isWhole ? "" : " " + part(clock.hour))"
        return request(vietnameseOrder(when.replacing("lúc lúc", with: "lúc"), text), recurrence, at: clock, text)
    }
}
