import BotKit
import ChatModel

/// The id of an open question: `812.night-files.0`, for the entry, the rule, and the number of its earlier questions in that
/// entry.
struct QuestionID: Hashable, Sendable {
    static let prefix = "ask/"

    let name: String
    var key: StateKey { StateKey(.question, name) }

    init(name: String) { self.name = name }

    /// Creates the id of a new question.
    init(asking facts: Facts) {
        let base = "\(facts.sequence).\(facts.rule)"
        var count = 0
        while facts.stateEntry(StateKey(.question, "\(base).\(count)")) != nil { count += 1 }
        name = "\(base).\(count)"
    }

    /// Returns the question and choice of a button; `nil` for a button of another kind.
    static func choice(ofButton button: String) -> (id: QuestionID, choice: Question.Choice)? {
        let parts = button.split(separator: "/", omittingEmptySubsequences: false)
        guard button.hasPrefix(prefix), parts.count == 3, let choice = Question.Choice(rawValue: String(parts[2])) else {
            return nil
        }
        return (QuestionID(name: String(parts[1])), choice)
    }

    func buttons(_ phrases: RuleMessages) -> [Component] {
        [
            .button(id: button(.approve), label: phrases.approve, style: .success),
            .button(id: button(.reject), label: phrases.reject, style: .danger),
        ]
    }

    private func button(_ choice: Question.Choice) -> String { "\(Self.prefix)\(name)/\(choice.rawValue)" }
}

extension Draft {
    func adding(buttons: [Component]) -> Draft {
        var draft = self
        draft.content.extras["components"] = .array(Component.rows(of: buttons))
        return draft
    }
}
