package import Foundation

extension RuleEngine {
    /// The kinds of stored state in which restrictions are kept.
    package static var restrictionKinds: [String] { ChannelRestriction.Kind.allCases.map(\.stateKind.rawValue) }

    /// Returns the restrictions in force at a time, by channel and kind.
    ///
    /// - Parameter stored: The stored entries of `restrictionKinds`. Those in memory replace them.
    package func restrictions(at now: Date, stored: [StoredStateEntry] = []) -> [ChannelRestriction] {
        let enforced = current.enforced
        return keptRestrictions(stored).filter { $0.holds(at: now) && enforced.contains($0.rule) }
            .sorted { ($0.channel, $0.kind.rawValue) < ($1.channel, $1.kind.rawValue) }
    }
}
