/// What a command says of itself: in help, in usage lines and in refusals.
package struct CommandDescriptor: Sendable {
    /// `poll close` for a command of two words.
    package let name: String
    let aliases: [String]
    package let summary: LocalizedText
    /// One for each argument: `<who>`, `[why…]`.
    let arguments: [LocalizedText]
    /// What belongs in each one's place: "a whole number".
    package let expects: [LocalizedText]
    /// Nil where it may be used at any time.
    let cooldown: Cooldown?
    package let audience: Audience
    /// Whether its answer follows an edit of the question.
    let follows: Bool
    /// Whether an edit of the question carries it out again, with what it remembers.
    let revises: Bool

    /// All that it is called, in lower case.
    package var names: [String] { ([name] + aliases).map { $0.lowercased() } }

    package func answers(to name: String) -> Bool { names.contains(name) }

    /// `*kudos <who> <why…>`
    package func usage(_ manners: ChatPreferences) -> String {
        let words = arguments.map { $0.text(in: manners.language) }.filter { !$0.isEmpty }
        return ([manners.prefix + name] + words).joined(separator: " ")
    }
}
