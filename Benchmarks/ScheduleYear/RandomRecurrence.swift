/// A recurrence as a text for the application, and as days and times from which the oracle computes the occurrences without parsing the
/// text.
struct RandomRecurrence {
    enum Cadence {
        /// Minutes of the local day, on the matching days; the second parameter is the day of the start.
        case times([Int], on: @Sendable (CivilDay, CivilDay) -> Bool)
        /// Every number of elapsed minutes in a window of the local day.
        case stretch(every: Int, from: Int, to: Int, on: @Sendable (CivilDay, CivilDay) -> Bool)
        /// Every number of elapsed minutes.
        case elapsed(Int)
    }

    var kind: String
    var text: String
    var cadence: Cadence
    /// The maximum number of occurrences.
    var count: Int?

    /// Returns the occurrences from a start, in seconds since 1970, as far as the oracle's calendar reaches.
    func moments(from start: Int, by clocks: LocalTimeOracle) -> [Int] {
        let end = LocalTimeOracle.minutes.upperBound * 60
        let found: [Int]
        switch cadence {
        case .elapsed(let minutes): found = Array(stride(from: start, to: end, by: minutes * 60))
        case .times(let times, let fits):
            found = days(fits, start, clocks).flatMap { day in times.compactMap { clocks.instant(ofWall: day.number * 1440 + $0) }
            }
        case .stretch(let pace, let from, let to, let fits):
            found = days(fits, start, clocks).flatMap { day -> [Int] in
                guard let opening = clocks.instant(ofWall: day.number * 1440 + from),
                    let closing = clocks.instant(ofWall: day.number * 1440 + to)
                else { return [] }
                return Array(stride(from: opening, through: closing, by: pace * 60))
            }
        }
        let moments = Set(found).filter { $0 >= start }.sorted()
        return count.map { Array(moments.prefix($0)) } ?? moments
    }

    private func days(_ fits: (CivilDay, CivilDay) -> Bool, _ start: Int, _ clocks: LocalTimeOracle) -> [CivilDay] {
        let number = clocks.wall(at: start) / 1440
        guard let anchor = CivilDay.all.first(where: { $0.number == number }) else { return [] }
        return CivilDay.all.filter { $0.number >= number && fits($0, anchor) }
    }
}
