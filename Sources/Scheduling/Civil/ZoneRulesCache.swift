import Synchronization

/// The zones that were asked for, each looked up once: a table takes milliseconds to make and is the same ever after.
package final class ZoneRulesCache: Sendable {
    /// Only zones that there are get in, and those are some six hundred.
    private let known = Mutex<[String: ZoneRules]>([:])

    package init() {}

    /// `nil` for a name that is not in the IANA database.
    package func zone(named name: String) -> ZoneRules? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let zone = ZoneRules(named: name) else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }
}
