extension Command {
    /// Creates a command that asks questions. The user's next message in the same channel is the answer, or a press of a button
    /// below the question; `*cancel` ends the dialogue. Another command from the user is executed as a command and is not taken
    /// as an answer.
    ///
    ///     Command.dialogue("leave", "Ask for leave") { dialogue in
    ///         let from = try await dialogue.ask("From when?")
    ///         return [.reply("From \(from): noted.")]
    ///     }
    ///
    /// - Parameters:
    ///   - name: Letters, digits and dashes; a space between the words of a subcommand.
    ///   - summary: One sentence for the help.
    ///   - vi: The summary in Vietnamese.
    ///   - aliases: Other names of the command.
    ///   - names: The names of the arguments in the usage line, where their types do not explain them well enough.
    ///   - cooldown: The time before the command can be used again, measured by the times of the events.
    ///   - scope: The users that share one cooldown.
    ///   - audience: The users who may use the command; others are told that they may not.
    ///   - patience: The time limit for answering each question, measured by the times of the events. It is checked when the
    ///     user's next event arrives; no message is sent before.
    ///   - run: The dialogue's implementation; see `Dialogue` for what it may do. Its actions are carried out in response to the
    ///     last answer.
    /// - Precondition: The same as for other commands.
    public static func dialogue<each A: Argument>(
        _ name: String, _ summary: String = "", vi: String? = nil, aliases: [String] = [], arguments names: [LocalizedText] = [],
        cooldown: Duration? = nil, per scope: Cooldown.Scope = .user, for audience: Audience = .anyone,
        patience: Duration = .seconds(600),
        run: @escaping @Sendable (Dialogue<B>, repeat each A) async throws -> [Action]
    ) -> Command<B> {
        @Sendable func talk(_ talk: DialogueInput<B>, _ arguments: repeat each A) async throws -> [Action] {
            guard case .dialogue(let dialogue) = talk else { preconditionFailure("\(name) is a dialogue") }
            return try await run(dialogue, repeat each arguments)
        }
        return Command(
            name, LocalizedText(summary, vi: vi ?? summary), aliases, names, cooldown.map { Cooldown(length: $0, scope: scope) },
            audience, follows: false, patience: patience, talk: talk)
    }
}

/// The value passed to a command's closure.
enum DialogueInput<B: Bot>: Sendable {
    case context(BotContext<B>)
    case dialogue(Dialogue<B>)
}
