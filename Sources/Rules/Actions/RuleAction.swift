import BotConfig
import MezonModel
import TextMatching

/// One item of `then`.
protocol RuleAction: Sendable {
    static var name: String { get }
    /// Whether it takes something from people: rules with such an action are in shadow until they say `mode: enforce`.
    static var deletes: Bool { get }

    init?(_ word: WordNode, _ compilation: Compilation)

    /// `nil` where there is nothing to do, such as a template that came out empty.
    func action(_ facts: Facts, _ match: TextMatch?) -> Action?
}

extension RuleAction {
    static var deletes: Bool { false }
}

enum RuleActions {
    static let all: [any RuleAction.Type] = [ReplyAction.self, SendAction.self, ReactAction.self, DeleteAction.self]
}
