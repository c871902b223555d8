/// The alert level of a clan. Rules and moderators set it, and rules read it.
enum AlertLevel: String, Hashable, Sendable, CaseIterable {
    case calm, raised, raid
}
