import BotConfiguration

extension ConfigNode {
    /// The value of a key; `nil` if there is none.
    func child(_ key: String) -> ConfigNode? {
        guard case .map(let entries) = kind else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The only entry of a map; `nil` for any other node.
    var onlyEntry: Entry? {
        guard case .map(let entries) = kind, entries.count == 1 else { return nil }
        return entries.first
    }

    /// The items of a list; for any other node the node itself.
    var listItems: [ConfigNode] { if case .list(let items) = kind { items } else { [self] } }

    /// The first text in the value.
    var firstScalar: ConfigNode? {
        switch kind {
        case .scalar: self
        case .list(let items): items.lazy.compactMap(\.firstScalar).first
        case .map(let entries): entries.lazy.compactMap(\.value.firstScalar).first
        }
    }

    /// The maps in the value at any depth, the outer ones first.
    var maps: [[Entry]] {
        switch kind {
        case .scalar: []
        case .list(let items): items.flatMap(\.maps)
        case .map(let entries): [entries] + entries.flatMap(\.value.maps)
        }
    }

    /// The texts in the value at any depth.
    var scalars: [ConfigNode] {
        switch kind {
        case .scalar: [self]
        case .list(let items): items.flatMap(\.scalars)
        case .map(let entries): entries.flatMap(\.value.scalars)
        }
    }

    /// The conditions that must all hold for this one.
    var conjuncts: [ConfigNode] {
        switch kind {
        case .list(let items): items.flatMap(\.conjuncts)
        case .map where onlyEntry?.key == "all": onlyEntry?.value.conjuncts ?? []
        case .map, .scalar: [self]
        }
    }
}
