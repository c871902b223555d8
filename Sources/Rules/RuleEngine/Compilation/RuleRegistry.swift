/// The types of actions and conditions that a compilation knows, in the order in which they are listed.
struct RuleRegistry: Sendable {
    let actions: [any ParsableAction.Type]
    let conditions: [any ParsableCondition.Type]

    var actionNames: [String] { actions.map { $0.name } }
    var conditionNames: [String] { conditions.map { $0.name } }

    func action(named name: String) -> (any ParsableAction.Type)? { actions.first { $0.name == name } }
    func condition(named name: String) -> (any ParsableCondition.Type)? { conditions.first { $0.name == name } }
}
