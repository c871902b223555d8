/// A condition that may be known to hold always or never.
enum Criterion: Hashable {
    case always, never
    case holds(RuleNode)

    static func all(_ parts: [Criterion]) -> Criterion {
        if parts.contains(.never) { return .never }
        // A clan has one alert level at a time.
        if Set(parts.compactMap(\.node).flatMap(\.requiredLevels)).count > 1 { return .never }
        return RuleNode.all(parts.compactMap(\.node)).map(Criterion.holds) ?? .always
    }

    static func any(_ parts: [Criterion]) -> Criterion {
        if parts.contains(.always) { return .always }
        return RuleNode.any(parts.compactMap(\.node)).map(Criterion.holds) ?? .never
    }

    var negated: Criterion {
        switch self {
        case .always: .never
        case .never: .always
        case .holds(let node): .holds(.not(node))
        }
    }

    private var node: RuleNode? { if case .holds(let node) = self { node } else { nil } }

    /// The roles of which a member needs one, if that is the whole condition.
    var roles: [RuleNode]? {
        guard case .holds(.map(let parts)) = self, let part = parts.first, parts.count == 1, part.key == "author",
            case .map(let fields) = part.value, let field = fields.first, fields.count == 1, field.key == "has_role",
            case .list(let roles) = field.value
        else { return nil }
        return roles
    }
}

extension RuleNode {
    /// The alert levels that a condition requires, all of them at once.
    fileprivate var requiredLevels: [String] {
        guard case .map(let entries) = self else { return [] }
        return entries.flatMap { entry -> [String] in
            switch (entry.key, entry.value) {
            case ("level", .word(let level)): [level]
            case ("all", .list(let items)): items.flatMap(\.requiredLevels)
            default: []
            }
        }
    }
}
