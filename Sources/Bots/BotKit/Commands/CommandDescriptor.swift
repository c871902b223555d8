/// The description of a command, for help, usage lines and refusals.
package struct CommandDescriptor: Sendable {
    /// The command's name; `poll close` for a name of two words.
    package let name: String
    let aliases: [String]
    package let summary: LocalizedText
    /// The arguments as usage lines show them: `<who>`, `[why…]`.
    let arguments: [LocalizedText]
    /// The expected value of each argument: "a whole number".
    package let expects: [LocalizedText]
    /// The command's own cooldown; nil if it has none.
    let cooldown: Cooldown?
    package let audience: Audience
    /// A Boolean value that indicates whether an edit of the question changes the answer.
    let follows: Bool
    /// A Boolean value that indicates whether an edit of the question runs the command again, with its state.
    let revises: Bool
    /// A Boolean value that indicates whether it is a dialogue, which asks back.
    let asksBack: Bool

    /// A Boolean value that indicates whether Mezon's `/` menu can offer the command: it has a name of one word, everyone may use it,
    /// and it asks nothing back.
    package var isInMenu: Bool { !asksBack && audience == .anyone && !name.contains(" ") }

    /// A Boolean value that indicates whether the command cannot run without arguments, by its usage line.
    package var needsArguments: Bool { arguments.contains { $0.en.hasPrefix("<") } }

    /// The name and the aliases, in lower case.
    package var names: [String] { ([name] + aliases).map { $0.lowercased() } }

    package func answers(to name: String) -> Bool { names.contains(name) }

    /// Returns the usage line: `*kudos <who> <why…>`.
    package func usage(_ chatPreferences: ChatPreferences) -> String {
        let words = arguments.map { $0.text(in: chatPreferences.language) }.filter { !$0.isEmpty }
        return ([chatPreferences.prefix + name] + words).joined(separator: " ")
    }
}
