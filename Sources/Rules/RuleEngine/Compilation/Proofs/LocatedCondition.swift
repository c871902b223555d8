import BotConfiguration

/// A part of a compiled condition with its place in the file.
struct LocatedCondition {
    indirect enum Kind {
        case any([LocatedCondition]), not(LocatedCondition)
        case all([LocatedCondition])
        /// A field, or a reference to a defined condition, whose parts are not in the rule.
        case field
    }

    /// The name for messages: `text.length`, `any`, `newcomer`.
    let name: String
    let position: SourcePosition
    /// The place of the keyword: `text` of `text: { length: "> 5" }`.
    let keyword: SourcePosition
    /// The values of a field, as written; empty for other parts.
    private(set) var values: [String] = []
    let kind: Kind
    let expression: ConditionExpression
    let formula: Formula

    /// Creates the parts of a condition from the node that was compiled into it.
    init(_ node: ConfigNode, _ expression: ConditionExpression) {
        switch (expression, node.kind) {
        case (.all(let parts), .list(let items)) where parts.count == items.count:
            self.init("all", node.position, .all(zip(items, parts).map(LocatedCondition.init)), expression)
        // The list in a `not`.
        case (.any(let parts), .list(let items)) where parts.count == items.count:
            self.init("any", node.position, .any(zip(items, parts).map(LocatedCondition.init)), expression)
        default:
            self.init(node.onlyEntry, node, expression)
        }
    }

    private init(_ entry: ConfigNode.Entry?, _ node: ConfigNode, _ expression: ConditionExpression) {
        let name = entry?.key ?? ""
        let position = entry?.keyPosition ?? node.position
        switch (expression, name, entry?.value.kind) {
        case (.all(let parts), "all", .list(let items)?) where parts.count == items.count:
            self.init(name, position, .all(zip(items, parts).map(LocatedCondition.init)), expression)
        case (.any(let parts), "any", .list(let items)?) where parts.count == items.count:
            self.init(name, position, .any(zip(items, parts).map(LocatedCondition.init)), expression)
        case (.not(let part), "not", _):
            self.init(name, position, .not(LocatedCondition(entry?.value ?? node, part)), expression)
        case (.condition(let condition), _, .map(let fields)?) where name != "use":
            let checks = condition.checks.map { Self.field($0, of: name, fields, position) }
            self.init(name, position, checks.count == 1 ? checks[0].kind : .all(checks), expression, like: checks)
        default:
            let used = name == "use" ? entry?.value.scalarText ?? entry?.value.onlyEntry?.key : nil
            self.init(used ?? name, position, .field, expression)
        }
    }

    private init(
        _ name: String, _ position: SourcePosition, _ kind: Kind, _ expression: ConditionExpression,
        like checks: [LocatedCondition] = [], at place: SourcePosition? = nil
    ) {
        self.name = checks.count == 1 ? checks[0].name : name
        self.position = place ?? (checks.count == 1 ? checks[0].position : position)
        keyword = position
        values = checks.count == 1 ? checks[0].values : []
        self.kind = kind
        self.expression = expression
        switch kind {
        case .all(let parts): formula = .all(parts.map(\.formula))
        case .any(let parts): formula = .any(parts.map(\.formula))
        case .not(let part): formula = part.formula.negated
        case .field: formula = expression.formula
        }
    }

    private static func field(
        _ check: FieldCheck, of condition: String, _ fields: [ConfigNode.Entry], _ position: SourcePosition
    ) -> LocatedCondition {
        let name = check.parts.last ?? condition
        let field = name.split(separator: ".").dropFirst().first
        let value = fields.first { $0.key == field ?? "" }?.value
        var part = LocatedCondition(
            name, position, .field, .condition(SingleCheck(checks: [check])), at: value?.position ?? position)
        part.values = value?.listItems.compactMap(\.scalarText) ?? []
        return part
    }

    /// The parts that must all hold.
    var conjuncts: [LocatedCondition] {
        if case .all(let parts) = kind { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// A check of a condition as a condition of its own.
    private struct SingleCheck: RuleCondition {
        let checks: [FieldCheck]
    }
}
