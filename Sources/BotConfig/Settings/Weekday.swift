package enum Weekday: String, Hashable, Sendable, CaseIterable {
    case mon, tue, wed, thu, fri, sat, sun

    /// As Foundation counts: Sunday is 1.
    package init?(number: Int) {
        guard (1...7).contains(number) else { return nil }
        self = Weekday.allCases[(number + 5) % 7]
    }

    var before: Weekday { Weekday.allCases[((Weekday.allCases.firstIndex(of: self) ?? 0) + 6) % 7] }
}
