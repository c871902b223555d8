/// What has been read of one rule so far.
final class RuleTally {
    /// The scopes of the counters that the rule names.
    private(set) var counterScopes: [String: SubjectScope] = [:]
    /// The sliding windows that the rule reads.
    var windows: Set<WindowSpec> = []
    /// The number of templates that quote the event's message.
    var quotations = 0
    /// The searches for patterns with capture groups, in the order in which they are written.
    var captures: [TextCapture] = []
    /// The number of waits.
    var waits = 0

    func note(counter name: String, of scope: SubjectScope) {
        if counterScopes[name] == nil { counterScopes[name] = scope }
    }
}
