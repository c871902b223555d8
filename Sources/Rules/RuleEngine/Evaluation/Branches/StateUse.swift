import Foundation

/// The parts of a rule state that a decision uses, and of the rules besides those that its event triggers.
struct StateUse {
    /// A window that was read.
    struct Window {
        var subject: WindowSubject
        var spec: WindowSpec
        var end: Date
    }

    /// The keys under which entries were read or changed.
    var keys: [StateKey] = []
    /// The times after which entries that were read are absent.
    var ends: [Date] = []
    var windows: [Window] = []
    var readsRecent = false
    var readsRelays = false
    /// A Boolean value that indicates whether the id of the revision was used, which is another one in each set of rules.
    var namesRevision = false
    /// A Boolean value that indicates whether an entry with an end was written.
    var writesEnding = false
    /// The rules that were looked up by their ids.
    var rules: Set<String> = []
    /// The kinds of triggers that may have fired because of the decision.
    var followUps: Set<RuleTrigger.Kind> = []
    /// The time through which entries had expired before the decision.
    private(set) var horizon = Date.distantPast

    /// Begins another decision.
    mutating func begin(_ horizon: Date) {
        self.horizon = horizon
        keys.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        windows.removeAll(keepingCapacity: true)
        (readsRecent, readsRelays, namesRevision, writesEnding) = (false, false, false, false)
        if !rules.isEmpty { rules = [] }
        if !followUps.isEmpty { followUps = [] }
    }
}
