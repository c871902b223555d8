import ChatModel

/// An alert level as it is stored: with the level to which it falls at its end.
struct StoredLevel: Hashable, Sendable {
    var level: AlertLevel
    var fallsTo = AlertLevel.calm

    init(_ level: AlertLevel, fallsTo: AlertLevel = .calm) {
        self.level = level
        self.fallsTo = fallsTo
    }

    /// Reads `raid`, or `raid raised` for a level that falls to another one than calm.
    init?(_ text: String) {
        let levels = text.split(separator: " ").compactMap { AlertLevel(rawValue: String($0)) }
        guard let level = levels.first else { return nil }
        self.init(level, fallsTo: levels.dropFirst().first ?? .calm)
    }

    var text: String { fallsTo == .calm ? level.rawValue : "\(level.rawValue) \(fallsTo.rawValue)" }
}

extension AlertLevel {
    /// Returns the key under which a clan's level is stored.
    static func key(_ facts: Facts) -> StateKey { StateKey(.level, "", facts.subject(.clan)) }
}

extension Facts {
    /// The clan's alert level; `calm` unless it was raised.
    var level: AlertLevel {
        guard let entry = state.expiredEntry(AlertLevel.key(self), in: executionMode), let stored = StoredLevel(entry.text)
        else { return .calm }
        return entry.holds(at: now) ? stored.level : stored.fallsTo
    }
}
