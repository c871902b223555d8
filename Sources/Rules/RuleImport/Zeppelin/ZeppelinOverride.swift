import BotConfiguration

/// An override of Zeppelin: other settings for some members, channels or levels.
struct ZeppelinOverride {
    private(set) var criterion = Criterion.always
    private(set) var remarks: [ImportRemark] = []
    /// The settings of rules, by name.
    let rules: [ConfigNode.Entry]

    private let guild: ZeppelinGuild
    private static let maxDepth = 8

    init(_ node: ConfigNode, in guild: ZeppelinGuild, names: inout RequiredNames) {
        self.guild = guild
        if case .map(let entries)? = node.value("config")?.value("rules")?.kind { rules = entries } else { rules = [] }
        if !rules.isEmpty { criterion = read(node, &names, depth: 0) }
    }

    /// Reads the criteria of an override of a plugin without rules.
    init(criteriaOf node: ConfigNode, in guild: ZeppelinGuild, names: inout RequiredNames) {
        self.guild = guild
        rules = []
        criterion = read(node, &names, depth: 0)
    }

    /// Reads criteria, all of which must hold.
    private mutating func read(_ node: ConfigNode, _ names: inout RequiredNames, depth: Int) -> Criterion {
        guard depth < Self.maxDepth, case .map(let entries) = node.kind else { return .always }
        var parts: [Criterion] = []
        for entry in entries where !entry.value.isNothing && entry.key != "config" {
            let values = entry.value.foreignItems.compactMap(\.scalarText)
            let inner = entry.value.foreignItems
            switch entry.key {
            case "level": parts += values.map { level($0, &names) }
            case "channel", "thread": parts.append(.holds(["channel": ["is": list(values, .channels, &names)]]))
            case "category": parts.append(.holds(["channel": ["category": list(values, .categories, &names)]]))
            case "user": parts.append(.holds(["author": ["is": list(values, .users, &names)]]))
            case "role":
                // Of several roles a member needs all.
                parts += values.map { .holds(["author": ["has_role": list([$0], .roles, &names)]]) }
            case "is_thread":
                parts.append(.holds(["channel": ["is_thread": .word(values == ["true"] ? "true" : "false")]]))
            case "all": for item in inner { parts.append(read(item, &names, depth: depth + 1)) }
            case "any":
                var branches: [Criterion] = []
                for item in inner { branches.append(read(item, &names, depth: depth + 1)) }
                parts.append(.any(branches))
            case "not": parts.append(read(entry.value, &names, depth: depth + 1).negated)
            case "extra": parts += extra(entry.value)
            default: remarks.append(.missingCondition("overrides: \(entry.key)", "not a criterion that this import knows"))
            }
        }
        return .all(parts)
    }

    private mutating func extra(_ node: ConfigNode) -> [Criterion] {
        guard case .map(let entries) = node.kind else { return [] }
        return entries.compactMap { entry in
            guard entry.key == "antiraid_level", let text = entry.value.scalarText else {
                remarks.append(.missingCondition("overrides: extra: \(entry.key)", "not a criterion that this import knows"))
                return nil
            }
            return .holds(["level": .word(ZeppelinLevel(text).word)])
        }
    }

    private func list(_ values: [String], _ kind: RequiredNames.Kind, _ names: inout RequiredNames) -> RuleNode {
        .list(values.map { .text(names.name(kind, id: $0)) })
    }

    /// Reads a comparison such as `>=50` with the member's level, which is that of the highest of their roles.
    private mutating func level(_ text: String, _ names: inout RequiredNames) -> Criterion {
        guard text.utf8.count <= 40, let found = text.wholeMatch(of: /\s*(>=|<=|>|<|=|!)?\s*(\d{1,9})\s*/),
            let level = Int(found.output.2)
        else {
            remarks.append(.missingCondition("overrides: level", "'\(text.prefix(20))' is no comparison of levels"))
            return .always
        }
        func atLeast(_ level: Int) -> Criterion {
            if level <= 0 { return .always }
            guard !guild.levels.isEmpty else {
                let role = names.name(.roles, "level-\(level)", meaning: "the roles of level \(level) or more")
                return .holds(["author": ["has_role": [.text(role)]]])
            }
            let roles = guild.roles { $0 >= level }
            return roles.isEmpty ? .never : .holds(["author": ["has_role": list(roles, .roles, &names)]])
        }
        switch found.output.1.map(String.init) ?? "=" {
        case ">=": return atLeast(level)
        case ">": return atLeast(level + 1)
        case "<": return atLeast(level).negated
        case "<=": return atLeast(level + 1).negated
        case "!": return .any([atLeast(level).negated, atLeast(level + 1)])
        default: return .all([atLeast(level), atLeast(level + 1).negated])
        }
    }
}
