/// The values of a property that meet a condition.
enum Restriction: Sendable {
    case numbers(NumberSet)
    case values(ValueSet)
    case items(ItemSets)
    case texts(TextSets)
    case truth(Bool)

    /// The alternatives of which at least one must hold for this restriction not to.
    var complements: [Restriction] {
        switch self {
        case .numbers(let set): [.numbers(set.complement)]
        case .values(let set): [.values(set.complement)]
        case .items(let sets): sets.complements.map(Restriction.items)
        case .texts(let sets): sets.complements.map(Restriction.texts)
        case .truth(let truth): [.truth(!truth)]
        }
    }

    /// Returns the values that meet both restrictions; `nil` if there are none.
    func intersection(_ other: Restriction, of feature: Feature) -> Restriction? {
        switch (self, other) {
        case (.numbers(let one), .numbers(let other)):
            let both = one.intersection(other, ofWholeNumbers: feature.isWholeNumber)
            return both.isEmpty ? nil : .numbers(both)
        case (.values(let one), .values(let other)):
            let both = one.intersection(other)
            return both.isEmpty ? nil : .values(both)
        case (.items(let one), .items(let other)):
            let both = one.intersection(other)
            return both.isEmpty ? nil : .items(both)
        case (.texts(let one), .texts(let other)):
            return one.intersection(other).map(Restriction.texts)
        case (.truth(let one), .truth(let other)): return one == other ? self : nil
        default: return self
        }
    }
}
