package enum Weekday: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case mon, tue, wed, thu, fri, sat, sun

    /// Creates a weekday from Foundation's number: Sunday is 1.
    package init?(number: Int) {
        guard (1...7).contains(number) else { return nil }
        self.init(index: number + 5)
    }

    /// Creates a weekday from an index counted from Monday, which is 0; the index may span several weeks.
    package init(index: Int) { self = Weekday.allCases[((index % 7) + 7) % 7] }

    /// The index counted from Monday, which is 0.
    package var index: Int {
        switch self {
        case .mon: 0
        case .tue: 1
        case .wed: 2
        case .thu: 3
        case .fri: 4
        case .sat: 5
        case .sun: 6
        }
    }

    package var before: Weekday { Weekday(index: index - 1) }

    package static func < (left: Weekday, right: Weekday) -> Bool { left.index < right.index }
}
