/// A value that clans may override; all other clans share the base.
package struct PerClan<Value> {
    /// The value of clans without their own, and of anything outside clans.
    package var base: Value
    package var clans: [ClanID: Value]

    package init(_ base: Value, clans: [ClanID: Value] = [:]) {
        self.base = base
        self.clans = clans
    }

    package subscript(clan: ClanID) -> Value { clans[clan] ?? base }

    /// The base, followed by the values of clans in the order of their ids.
    package var all: [Value] { [base] + clans.sorted { $0.key < $1.key }.map(\.value) }

    package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PerClan<Other> {
        PerClan<Other>(try transform(base), clans: try clans.mapValues(transform))
    }
}

extension PerClan: Sendable where Value: Sendable {}
extension PerClan: Equatable where Value: Equatable {}
extension PerClan: Hashable where Value: Hashable {}
