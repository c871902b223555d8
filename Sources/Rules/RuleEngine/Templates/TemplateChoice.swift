import BotConfiguration

/// Texts for values: `if: ">= 3", last warning, ">= 1", careful, welcome`. Numbers are compared; texts are equal regardless of case.
struct TemplateChoice: Hashable, Sendable {
    struct Branch: Hashable, Sendable {
        var condition: String
        /// The condition as a comparison of numbers; `nil` if it is none.
        var comparison: Comparison?
        var text: String
    }

    let branches: [Branch]
    let otherwise: String

    private static let maxBranches = 20

    /// Creates a choice from conditions, each followed by its text, and the text if none holds.
    init?(_ arguments: [String]) {
        guard (2...(2 * Self.maxBranches + 1)).contains(arguments.count) else { return nil }
        branches = stride(from: 0, to: arguments.count - 1, by: 2).map { index in
            Branch(
                condition: arguments[index], comparison: Comparison(arguments[index], .number), text: arguments[index + 1])
        }
        otherwise = arguments.count.isMultiple(of: 2) ? "" : arguments[arguments.count - 1]
    }

    /// The first condition that is no comparison, although numbers are compared.
    var incomparable: String? { branches.first { $0.comparison == nil }?.condition }

    func text(for value: TemplateValue?, _ policy: RulePolicy) -> String {
        let chosen: Branch?
        if case .number(let number) = value {
            chosen = branches.first { $0.comparison?.holds(number) == true }
        } else {
            let text = value?.text(policy).lowercased() ?? ""
            chosen = branches.first { $0.condition.lowercased() == text }
        }
        return chosen?.text ?? otherwise
    }
}
