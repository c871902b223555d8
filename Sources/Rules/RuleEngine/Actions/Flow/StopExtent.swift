/// The extent of what a `stop` skips.
enum StopExtent: String, Hashable, Sendable, CaseIterable {
    /// The actions after this one.
    case rule
    /// The rules after this one in its stage.
    case stage
    /// All rules and bots after this one.
    case all
}
