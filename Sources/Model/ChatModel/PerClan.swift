/// A value that clans may override; all other clans share the base.
@usableFromInline package struct PerClan<Value> {
    /// The value of clans without their own, and of anything outside clans.
    @usableFromInline package var base: Value
    @usableFromInline package var clans: [ClanID: Value]

    package init(_ base: Value, clans: [ClanID: Value] = [:]) {
        self.base = base
        self.clans = clans
    }

    @inlinable package subscript(clan: ClanID) -> Value { clans.isEmpty ? base : clans[clan] ?? base }

    /// The base, followed by the values of clans in the order of their ids.
    package var all: [Value] { [base] + clans.sorted { $0.key < $1.key }.map(\.value) }

    package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PerClan<Other> {
        PerClan<Other>(try transform(base), clans: try clans.mapValues(transform))
    }
}

extension PerClan: Sendable where Value: Sendable {}
extension PerClan: Equatable where Value: Equatable {}
extension PerClan: Hashable where Value: Hashable {}
