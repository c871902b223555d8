/// How alarmed a clan is. Rules and moderators set it, and rules ask for it.
enum AlertLevel: String, Hashable, Sendable, CaseIterable {
    case calm, raised, raid

    /// Where a clan's level is remembered.
    static func key(_ facts: Facts) -> StateKey { StateKey(.level, "", facts.subject(.clan)) }
}

extension Facts {
    /// A clan that nobody alarmed is calm.
    var level: AlertLevel { memo(AlertLevel.key(self)).flatMap { AlertLevel(rawValue: $0.text) } ?? .calm }
}
