package import MezonModel

/// What an echo says about a reading because the text did not.
package enum PhraseNote: Hashable, Sendable {
    /// It has passed today, so it is tomorrow's.
    case passedToday(minutes: Int)
    /// It has passed this month or year, so it is the next one's.
    case passed(Day)
    /// No time of the day was said.
    case clockChosen(minutes: Int)
    /// Of the two halves of the day only this one is still ahead.
    case onlyHalfAhead(minutes: Int)
    /// Clocks skip the time; it comes at the first moment after.
    case gap
    /// Clocks show the time twice; it comes the first time.
    case fold
    /// Months without the day have none.
    case skipsMonths(day: Int)

    package var wording: LocalizedText {
        switch self {
        case .passedToday(let minutes):
            LocalizedText(
                "\(ClockText.text(minutes: minutes)) has passed today: tomorrow",
                vi: "\(ClockText.text(minutes: minutes)) hôm nay đã qua: ngày mai")
        case .passed(let day): LocalizedText("that day has passed: the next is \(day)", vi: "ngày đó đã qua: lần tới là \(day)")
        case .clockChosen(let minutes):
            LocalizedText(
                "no time was given: \(ClockText.text(minutes: minutes))", vi: "chưa nói giờ: \(ClockText.text(minutes: minutes))")
        case .onlyHalfAhead(let minutes):
            LocalizedText(
                "only \(ClockText.text(minutes: minutes)) is still ahead",
                vi: "chỉ còn \(ClockText.text(minutes: minutes)) là chưa qua")
        case .gap:
            LocalizedText(
                "clocks skip that time: at the first moment after it", vi: "đồng hồ bỏ qua giờ đó: nhắc ngay sau đó")
        case .fold: LocalizedText("clocks show that time twice: the first of the two", vi: "giờ đó lặp lại hai lần: nhắc lần đầu")
        case .skipsMonths(let day):
            LocalizedText(
                "months without a \(day)\(day == 31 ? "st" : "th") are skipped", vi: "bỏ qua tháng không có ngày \(day)")
        }
    }
}
