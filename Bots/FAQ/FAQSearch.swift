import BotKit

/// A similarity measure for questions that ignores accents and tolerates typing errors.
enum FAQSearch {
    /// Returns a value from 0 to 1: the share of the query's words found in the question, weighted by their length.
    static func likeness(of asked: String, to question: String) -> Double {
        let asked = words(asked), question = words(question)
        let weight = asked.reduce(0) { $0 + $1.count }
        guard weight > 0, !question.isEmpty else { return 0 }
        let found = asked.reduce(0.0) { sum, word in
            sum + Double(word.count) * (question.map { likeness(word, $0) }.max() ?? 0)
        }
        return found / Double(weight)
    }

    private static func words(_ text: String) -> [String] {
        text.folded.split { !$0.isLetter && !$0.isNumber }.prefix(40).map { String($0.prefix(30)) }
    }

    /// Returns the Dice coefficient of the letter pairs of two words, including their ends.
    private static func likeness(_ word: String, _ other: String) -> Double {
        if word == other { return 1 }
        let left = pairs(word), right = pairs(other)
        let likeness = Double(2 * left.intersection(right).count) / Double(left.count + right.count)
        return likeness < 0.6 ? 0 : likeness  // `lương` and `phòng` share half their pairs and nothing else.
    }

    private static func pairs(_ word: String) -> Set<String> {
        let letters = Array(" \(word) ")
        return Set(zip(letters, letters.dropFirst()).map { "\($0)\($1)" })
    }
}
