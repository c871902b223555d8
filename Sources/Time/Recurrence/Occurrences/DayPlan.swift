import ChatModel

/// The combined days of one or several rules, and the times on each day.
struct DayPlan: Sendable {
    private let pickers: [DayPicker]
    /// The times in seconds from midnight, ascending.
    let times: [Int]

    init(_ rules: [DayRule], times: [Int], anchor: Day) {
        pickers = rules.map { DayPicker($0.filled(from: anchor), anchor: anchor) }
        self.times = times
    }

    /// Returns the first day, not before the given one, that has a time.
    func day(from first: Int) -> Int? {
        pickers.compactMap { $0.positions.isEmpty ? $0.day(from: first) : chosenDay(of: $0, from: first) }.min()
    }

    /// Returns the times on a day of the plan.
    func times(on day: Int) -> [Int] {
        guard pickers.count == 1, let picker = pickers.first, !picker.positions.isEmpty else { return times }
        return chosen(by: picker, in: picker.period(of: day)).filter { $0.day == day }.map(\.time)
    }

    private struct Choice: Hashable {
        var day: Int
        var time: Int
    }

    private func chosenDay(of picker: DayPicker, from first: Int) -> Int? {
        var number = first
        while number <= DayPicker.last {
            if let start = picker.startOfNextPeriod(unlessAligned: Day(sinceEpoch: number), number) {
                number = start
                continue
            }
            let period = picker.period(of: number)
            if let day = chosen(by: picker, in: period).first(where: { $0.day >= number })?.day { return day }
            number = period.upperBound
        }
        return nil
    }

    /// Returns the times of a period that the positions select, without listing all of them.
    private func chosen(by picker: DayPicker, in period: Range<Int>) -> [Choice] {
        let days = period.filter { picker.contains(Day(sinceEpoch: $0), $0) }
        let count = days.count * times.count
        let places = Set(picker.positions.map { $0 > 0 ? $0 - 1 : count + $0 }).filter { (0..<count).contains($0) }
        return places.sorted().map { Choice(day: days[$0 / times.count], time: times[$0 % times.count]) }
    }
}
