import Foundation

/// What a dialogue asks.
struct DialogueQuestion: Codable, Hashable, Sendable {
    struct Choice: Codable, Hashable, Sendable {
        var value: String
        var label: LocalizedText
    }

    /// What kind of answer belongs to it.
    var kind: String
    var text: LocalizedText
    /// The buttons below it; none for a question that is answered in words.
    var choices: [Choice] = []

    /// What tells it from others: a question that is put in other words is another one.
    var mark: String { "\(kind): \(text.en)" }
}

extension DialogueQuestion {
    /// The choice that somebody has written: its label, its value, or its number.
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
