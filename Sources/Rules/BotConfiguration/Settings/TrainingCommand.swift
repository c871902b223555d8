/// The command that trains a model, for advice. It is written for a shell in the configuration's folder.
struct TrainingCommand: CustomStringConvertible {
    let output: String
    /// The configuration with the lists.
    let config: String

    var description: String { description(lists: [], replacing: false) }

    /// - Parameters:
    ///   - lists: The names of the lists that the model weighs.
    ///   - replacing: A Boolean value that indicates whether the file exists.
    func description(lists: [String], replacing: Bool) -> String {
        var words = ["mezon-bot", "rules", "learn", "--spam", "FILE", "--ham", "FILE"]
        words += lists.flatMap { ["--list", Self.quoted($0)] }
        if !lists.isEmpty, config != "config.yaml" { words += ["--config", Self.quoted(config)] }
        words += ["--output", Self.quoted(output)]
        if replacing { words.append("--force") }
        return words.joined(separator: " ")
    }

    /// Quotes what a shell would not take as one word.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "._/-".contains($0) }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
