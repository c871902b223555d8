/// Requirements that hold together, at most one for each property: one of the ways in which a formula can hold.
struct Cube: Sendable {
    struct Entry: Sendable {
        let feature: Feature
        var restriction: Restriction
    }

    private(set) var entries: [Entry] = []

    func restriction(of feature: Feature) -> Restriction? { entries.first { $0.feature == feature }?.restriction }

    /// Returns the requirements together with another one; `nil` if they exclude it.
    func adding(_ feature: Feature, _ restriction: Restriction) -> Cube? {
        var result = self
        if let index = entries.firstIndex(where: { $0.feature == feature }) {
            guard let both = entries[index].restriction.intersection(restriction, of: feature) else { return nil }
            result.entries[index].restriction = both
            return result
        }
        guard let possible = Self.whole(feature).map({ $0.intersection(restriction, of: feature) }) ?? restriction else {
            return nil
        }
        result.entries.append(Entry(feature: feature, restriction: possible))
        return result
    }

    private static func whole(_ feature: Feature) -> Restriction? {
        feature.numbers.map(Restriction.numbers) ?? feature.values.map(Restriction.values)
            ?? (feature == .places || feature == .mentioned ? .items(.anyKnown) : nil)
    }

    /// Returns the numbers that a property may have.
    func numbers(_ feature: Feature) -> NumberSet? {
        guard case .numbers(let set)? = restriction(of: feature) else { return nil }
        return set
    }

    func values(_ feature: Feature) -> ValueSet? {
        guard case .values(let set)? = restriction(of: feature) else { return nil }
        return set
    }

    func items(_ feature: Feature) -> ItemSets? {
        guard case .items(let sets)? = restriction(of: feature) else { return nil }
        return sets
    }

    func texts(_ feature: Feature) -> TextSets? {
        guard case .texts(let sets)? = restriction(of: feature) else { return nil }
        return sets
    }
}
