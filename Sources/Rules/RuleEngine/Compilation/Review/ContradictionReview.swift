import BotConfiguration

/// Finds conditions that must all hold but exclude each other: bounds without a common value, lists without a common item, a role
/// that is both required and excluded. Each pair is reported at its second part.
struct ContradictionReview {
    let diagnostics: DiagnosticCollector

    /// The fields with a single value, of which a list names the alternatives.
    private static let singleValued: Set<String> = ["time.days", "author.is", "target.is", "reply.is", "channel.type"]

    func review(_ parts: [ConfigNode]) {
        let fields = ConditionField.fields(of: parts)
        for (index, second) in fields.enumerated() {
            for first in fields[..<index] where first.isAbout(second) {
                if first.name == second.name {
                    reviewBounds(first, second)
                    reviewValues(first, second, in: fields)
                }
                reviewRoles(first, second)
                reviewLength(first, second)
            }
        }
    }

    private func reviewBounds(_ first: ConditionField, _ second: ConditionField) {
        guard let kind = second.comparisonKind, let lower = first.comparison, let upper = second.comparison,
            lower.excludes(upper, as: kind)
        else { return }
        warn(
            "contradictory-bounds", "\(second.path) must also be \(lower.description)", first, second,
            "change one of the two, or write any: [ … ] for either")
    }

    private func reviewValues(_ first: ConditionField, _ second: ConditionField, in fields: [ConditionField]) {
        guard Self.singleValued.contains(second.path), let some = first.values, let others = second.values,
            Set(some).isDisjoint(with: others)
        else { return }
        // A range over midnight belongs to the day on which it begins, so one moment can have two days.
        if second.path == "time.days", fields.contains(where: { $0.path == "time.between" }) { return }
        warn(
            "contradictory-values", "\(second.path) must also be \(some.joined(separator: " or "))", first, second,
            "write [\((some + others).joined(separator: ", "))] once for any of them")
    }

    private func reviewRoles(_ first: ConditionField, _ second: ConditionField) {
        let isOrdered = first.name == "has_role"
        let (has, lacks) = isOrdered ? (first, second) : (second, first)
        guard has.name == "has_role", lacks.name == "lacks_role", let required = has.values, let excluded = lacks.values,
            Set(required).isSubset(of: excluded)
        else { return }
        warn(
            "contradictory-roles", "the same role is also \(isOrdered ? "required" : "excluded")", first, second,
            "remove one of the two")
    }

    private func reviewLength(_ first: ConditionField, _ second: ConditionField) {
        let (equals, length) = first.name == "equals" ? (first, second) : (second, first)
        guard equals.path == "text.equals", length.path == "text.length", let texts = equals.values,
            let comparison = length.comparison, !texts.contains(where: { comparison.holds($0.count) })
        else { return }
        warn(
            "contradictory-length", "no text of 'equals' has this length", first, second,
            "remove one of the two, or write contains for equals")
    }

    private func warn(_ code: String, _ why: String, _ first: ConditionField, _ second: ConditionField, _ suggestion: String) {
        diagnostics.warning(
            code, "this never holds: \(why) (\(first.node.position.line):\(first.node.position.column))",
            at: second.node.position, suggestion: suggestion)
    }
}
