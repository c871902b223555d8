extension Command {
    /// A command that asks back. The person's next message in the same channel is the answer, or a press of a button below the
    /// question; `*cancel` ends it. Another command of theirs is a command and no answer.
    ///
    ///     Command.dialogue("leave", "Ask for leave") { dialogue in
    ///         let from = try await dialogue.ask("From when?")
    ///         return [.reply("From \(from): noted.")]
    ///     }
    ///
    /// - Parameters:
    ///   - patience: how long each question waits. It runs by the time of the events and is looked at when the person's next one
    ///     comes: nobody is told before.
    ///   - run: the dialogue; see `Dialogue` for what it may do. What it returns is done about its last answer.
    /// - Precondition: as of other commands.
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

/// What a command's closure is called with.
enum DialogueInput<B: Bot>: Sendable {
    case context(BotContext<B>)
    case dialogue(Dialogue<B>)
}
