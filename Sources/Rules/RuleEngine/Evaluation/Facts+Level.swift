extension AlertLevel {
    /// Returns the key under which a clan's level is stored.
    static func key(_ facts: Facts) -> StateKey { StateKey(.level, "", facts.subject(.clan)) }
}

extension Facts {
    /// The clan's alert level; `calm` unless it was raised.
    var level: AlertLevel { stateEntry(AlertLevel.key(self)).flatMap { AlertLevel(rawValue: $0.text) } ?? .calm }
}
