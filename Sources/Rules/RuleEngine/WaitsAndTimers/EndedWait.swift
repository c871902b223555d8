/// Actions that are not performed after all.
struct EndedWait: Hashable, Sendable {
    /// The `id` of the rule that has put them off.
    let rule: String
    let wait: WaitID
}
