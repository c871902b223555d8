import Foundation

/// A question of a dialogue.
struct DialogueQuestion: Codable, Hashable, Sendable {
    struct Choice: Codable, Hashable, Sendable {
        var value: String
        var label: LocalizedText
    }

    /// The kind of the expected answer.
    var kind: String
    var text: LocalizedText
    /// The buttons below the question; empty if it is answered in words.
    var choices: [Choice] = []

    /// The question's identity: a question with different wording is a different question.
    var mark: String { "\(kind): \(text.en)" }
}

extension DialogueQuestion {
    /// Returns the choice that a user typed: its label, its value or its number.
    func value(of text: String) -> String? {
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        if kind == "confirm", let truth = Bool(word) { return truth ? "yes" : "no" }
        let named = choices.first { choice in
            [choice.value, choice.label.en, choice.label.vi].contains { $0.lowercased() == word }
        }
        if let named { return named.value }
        guard let number = Int(word), choices.indices.contains(number - 1) else { return nil }
        return choices[number - 1].value
    }
}
