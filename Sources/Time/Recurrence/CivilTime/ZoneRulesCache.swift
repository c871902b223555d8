import Synchronization

/// A cache of time zones. A table takes milliseconds to build and never changes.
package final class ZoneRulesCache: Sendable {
    /// Only existing time zones are stored, of which there are about six hundred.
    private let known = Mutex<[String: ZoneRules]>([:])

    package init() {}

    /// Returns a time zone; `nil` for a name that is not in the IANA database.
    package func zone(named name: String) -> ZoneRules? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let zone = ZoneRules(named: name) else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }
}
