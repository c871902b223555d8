/// Requirements on a set of ids, such as the roles of a member: one id of each of several lists, and none of others.
struct ItemSets: Hashable, Sendable {
    /// The lists of which the set has at least one item each.
    private(set) var required: [Set<Int64>]
    private(set) var excluded: Set<Int64>
    /// A Boolean value that indicates whether the set has no item at all.
    private(set) var excludesAll: Bool
    /// A Boolean value that indicates whether a set that is not known meets the requirements.
    private(set) var includesUnknown: Bool

    /// A set of which nothing is known.
    static let unknown = ItemSets(required: [[]], excluded: [], includesUnknown: true)
    /// Any set that is known.
    static let anyKnown = ItemSets(required: [], excluded: [], includesUnknown: false)
    /// A set without an item.
    static let none = ItemSets(required: [], excluded: [], excludesAll: true, includesUnknown: false)

    private init(required: [Set<Int64>], excluded: Set<Int64>, excludesAll: Bool = false, includesUnknown: Bool) {
        self.required = required
        self.excluded = excluded
        self.excludesAll = excludesAll
        self.includesUnknown = includesUnknown
    }

    init(anyOf items: Set<Int64>, orUnknown: Bool = false) {
        self.init(required: [items], excluded: [], includesUnknown: orUnknown)
    }

    init(noneOf items: Set<Int64>, orUnknown: Bool = false) {
        self.init(required: [], excluded: items, includesUnknown: orUnknown)
    }

    var isEmpty: Bool {
        !includesUnknown && (excludesAll && !required.isEmpty || required.contains { $0.isSubset(of: excluded) })
    }

    /// The alternatives of which at least one must hold for the requirements not to be met.
    var complements: [ItemSets] {
        required.map { ItemSets(noneOf: $0, orUnknown: !includesUnknown) }
            + (excluded.isEmpty ? [] : [ItemSets(anyOf: excluded, orUnknown: !includesUnknown)])
    }

    func intersection(_ other: ItemSets) -> ItemSets {
        ItemSets(
            required: required + other.required, excluded: excluded.union(other.excluded),
            excludesAll: excludesAll || other.excludesAll,
            includesUnknown: includesUnknown && other.includesUnknown)
    }

    /// Items that meet the requirements; `nil` if there are none.
    var example: [Int64]? {
        var items: [Int64] = []
        for list in required where list.isDisjoint(with: items) {
            guard let item = list.subtracting(excluded).min() else { return nil }
            items.append(item)
        }
        return items
    }
}
