package import ChatModel

package struct VietnameseScheduleFormatter: ScheduleFormatter {
    package init() {}

    private static let weekdays = ["thứ Hai", "thứ Ba", "thứ Tư", "thứ Năm", "thứ Sáu", "thứ Bảy", "Chủ nhật"]

    package func once(on day: Day) -> String { "một lần, ngày \(day)" }

    package func every(_ count: Int, _ unit: DayRule.Unit) -> String {
        let word =
            switch unit {
            case .day: "ngày"
            case .week: "tuần"
            case .month: "tháng"
            case .year: "năm"
            }
        return count == 1 ? "mỗi \(word)" : "mỗi \(count) \(word)"
    }

    package let everyWeekday = "mỗi ngày làm việc"
    package let everyWeekendDay = "mỗi thứ Bảy và Chủ nhật"

    package func every(_ weekdays: [Weekday]) -> String { "mỗi " + and(weekdays.map(weekday)) }

    package func every(_ length: FormattedDuration) -> String {
        let parts = [(length.hours, "giờ"), (length.minutes, "phút")].filter { $0.0 > 0 }
        return "mỗi " + parts.map { parts.count == 1 && $0 == 1 ? $1 : "\($0) \($1)" }.joined(separator: " ")
    }

    package func weekday(_ weekday: Weekday) -> String { Self.weekdays[weekday.index] }

    package func weekday(_ weekday: Weekday, place: Int) -> String { "\(self.weekday(weekday)) \(self.place(place))" }

    package func place(_ number: Int) -> String {
        switch number {
        case -1: "cuối cùng"
        case ..<0: "thứ \(-number) từ cuối"
        case 1: "đầu tiên"
        default: "thứ \(number)"
        }
    }

    package func monthDays(_ numbers: [Int]) -> String {
        let fromStart = numbers.filter { $0 > 0 }.map { "\($0)" }
        let fromEnd = numbers.filter { $0 < 0 }.map { "ngày \(place($0))" }
        return and((fromStart.isEmpty ? [] : ["ngày " + and(fromStart)]) + fromEnd)
    }

    package func date(_ monthDay: Int, _ month: Int) -> String {
        monthDay < 0 ? "ngày \(place(monthDay)) của tháng \(month)" : "ngày \(monthDay) tháng \(month)"
    }

    package func workday(place: Int) -> String { "ngày làm việc \(self.place(place))" }

    package func nearest(_ monthDay: Int) -> String { "ngày \(monthDay) hoặc ngày cuối cùng" }

    package func on(_ what: String) -> String { " vào \(what)" }

    package func onWeekdays(_ weekdays: [Weekday]) -> String {
        weekdays == PhraseLexicon.stretch(.mon, .fri) ? " vào ngày làm việc" : " vào " + and(weekdays.map(weekday))
    }

    package func ofYear(_ what: String) -> String { "\(what) trong năm" }

    package func inMonths(_ months: [Int]) -> String { " trong " + and(months.map { "tháng \($0)" }) }

    package func ifDay(_ what: String) -> String { ", nếu là \(what)" }

    package func only(places: [Int]) -> String { ", chỉ lần " + and(places.map(place)) }

    package func or(_ first: String, _ second: String) -> String { "\(first), hoặc \(second)" }

    package func and(_ items: [String]) -> String { items.joined(last: " và ") }

    package func any(_ items: [String]) -> String { items.joined(last: " hoặc ") }

    package func at(_ times: [String]) -> String { " lúc " + and(times) }

    package func at(_ times: [String], andMoreOf count: Int) -> String {
        " lúc \(times.joined(separator: ", ")) và tiếp theo, \(count) lần một ngày"
    }

    package func every(minutes: Int, from first: String, to last: String) -> String {
        " \(every(FormattedDuration(seconds: minutes * 60))) từ \(first) đến \(last)"
    }

    package func between(_ first: String, _ last: String) -> String { " từ \(first) đến \(last)" }

    package func hours(_ hours: [Int]) -> String { ", trong các giờ " + and(hours.map { "\($0)" }) }

    package func until(_ text: String) -> String { ", đến \(text)" }

    package func times(_ count: Int) -> String { ", \(count) lần" }

    package let butForExceptions = ", trừ các ngoại lệ"

    package let clockNote =
        "Giờ bị đồng hồ bỏ qua được lùi đến thời điểm hợp lệ đầu tiên sau đó; giờ đồng hồ chỉ hai lần thì chỉ tính lần đầu."
    package let wheneverNote =
        "Nhắc mỗi khi đồng hồ chỉ giờ đó: lặp lại khi đồng hồ lùi, và không nhắc giờ bị đồng hồ bỏ qua."
    package let elapsedNote = "Tính theo thời gian thực trôi qua, dù đồng hồ đổi giờ."
    package let stretchNote =
        "Mỗi khoảng bắt đầu khi đồng hồ chỉ giờ mở đầu; trong khoảng đó tính theo thời gian thực trôi qua, dù đồng hồ đổi giờ."
}
