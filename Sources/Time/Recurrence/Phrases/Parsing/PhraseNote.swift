package import ChatModel

/// A note in the confirmation about something that the text did not say.
package enum PhraseNote: Hashable, Sendable {
    /// The time has passed today, so tomorrow's is used.
    case passedToday(minutes: Int)
    /// The day has passed this month or year, so the next one is used.
    case passed(Day)
    /// No time of day was given.
    case clockChosen(minutes: Int)
    /// Only this half of the day is still ahead.
    case onlyHalfAhead(minutes: Int)
    /// The local time is skipped; the first moment after it is used.
    case gap
    /// The local time occurs twice; the first one is used.
    case fold
    /// Months without the day are skipped.
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
                "a clock change skips that time: at the first moment after it", vi: "đồng hồ bỏ qua giờ đó: nhắc ngay sau đó")
        case .fold:
            LocalizedText(
                "that time occurs twice because of a clock change: the first of the two",
                vi: "giờ đó lặp lại hai lần: nhắc lần đầu")
        case .skipsMonths(let day):
            LocalizedText(
                "months without a \(day)\(day == 31 ? "st" : "th") are skipped", vi: "bỏ qua tháng không có ngày \(day)")
        }
    }
}
