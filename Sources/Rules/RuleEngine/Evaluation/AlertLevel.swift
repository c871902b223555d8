/// The alert level of a clan, from the calmest. Rules set it and read it.
enum AlertLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case calm, guarded, raised, raid, lockdown

    static func < (one: AlertLevel, other: AlertLevel) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
