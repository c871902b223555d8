/// A trigger that fires when another rule opens a case: `sanction: { kind: [mute, ban], rule: … }`. The user whom it is about is the
/// rule's `target`.
struct SanctionTrigger: Hashable, Sendable {
    /// The kinds of cases; all if empty.
    let kinds: Set<String>
    /// The rules whose cases count; all if empty.
    let rules: Set<String>

    func concerns(_ sanction: Sanction) -> Bool {
        (kinds.isEmpty || kinds.contains(sanction.kind)) && (rules.isEmpty || rules.contains(sanction.rule))
    }
}
