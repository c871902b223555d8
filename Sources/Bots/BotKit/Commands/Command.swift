/// A command that users call by name. The types of the closure's parameters determine the arguments read after the name.
///
///     Command("kudos", "Thank a colleague", vi: "Cảm ơn đồng nghiệp") { (context, who: Mention, why: RemainingText) in
///         [.reply("Thank you, \(who.username): \(why.text)")]
///     }
///
/// A subcommand is a name of two words; the longest matching name wins. Names are case-insensitive. If the arguments are invalid,
/// the answer quotes the line as written and marks the word that is wrong.
public struct Command<B: Bot>: Sendable {
    package let profile: CommandDescriptor
    /// Parses the arguments and returns the call to run.
    let call: @Sendable (_ text: CommandText, _ position: Int) throws -> Call
    /// A Boolean value that indicates whether the application answers the command for the bot; it then needs no capability.
    var isOfApplication = false
    /// The time that each question of a dialogue waits for its answer; nil for a command without questions.
    let answerTimeout: Duration?

    /// A command with its parsed arguments.
    struct Call: Sendable {
        /// The ranges of the arguments in the message.
        let spans: [Range<Int>]
        let run: @Sendable (DialogueInput<B>) async throws -> [Action]
    }

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and dashes; a space between the words of a subcommand.
    ///   - summary: One sentence for the help.
    ///   - vi: The summary in Vietnamese.
    ///   - aliases: Other names of the command.
    ///   - names: The names of the arguments in the usage line, where their types do not explain them well enough.
    ///   - cooldown: The time before the command can be used again; `scope` says by whom. It is measured by the times of the
    ///     events.
    ///   - scope: The users that share one cooldown.
    ///   - audience: The users who may use the command; others are told that they may not.
    ///   - follows: A Boolean value that indicates whether an edit of the question changes the answer, if the answer is a single
    ///     reply and no state changes. A command with a cooldown does not follow an edit if it has been used since.
    ///   - revises: A Boolean value that indicates whether an edit of the question runs the command again, with its state:
    ///     `context.isEdit` is true then, and `.editReply` changes the answer already given.
    ///   - run: The command's implementation. It may throw a `UsageError` for arguments that are well-formed but make no sense.
    /// - Precondition: An argument that consumes all remaining words comes last; there are not more names than arguments.
    public init<each A: Argument>(
        _ name: String, _ summary: String = "", vi: String? = nil, aliases: [String] = [], arguments names: [LocalizedText] = [],
        cooldown: Duration? = nil, per scope: Cooldown.Scope = .user, for audience: Audience = .anyone, follows: Bool = true,
        revises: Bool = false,
        run: @escaping @Sendable (BotContext<B>, repeat each A) async throws -> [Action]
    ) {
        @Sendable func talk(_ talk: DialogueInput<B>, _ arguments: repeat each A) async throws -> [Action] {
            guard case .context(let context) = talk else { preconditionFailure("\(name) is not a dialogue") }
            return try await run(context, repeat each arguments)
        }
        self.init(
            name, LocalizedText(summary, vi: vi ?? summary), aliases, names, cooldown.map { Cooldown(length: $0, scope: scope) },
            audience,
            follows: follows, revises: revises, patience: nil, talk: talk)
    }

    init<each A: Argument>(
        _ name: String, _ summary: LocalizedText, _ aliases: [String], _ names: [LocalizedText], _ cooldown: Cooldown?,
        _ audience: Audience, follows: Bool, revises: Bool = false, patience: Duration?,
        talk run: @escaping @Sendable (DialogueInput<B>, repeat each A) async throws -> [Action]
    ) {
        var labels: [LocalizedText] = []
        var usages: [LocalizedText] = []
        var expects: [LocalizedText] = []
        var flagParser: FlagParser?
        var isOver = false
        for type in repeat (each A).self {
            precondition(
                !isOver || type is any FlagArgument.Type,
                "\(name): no argument can follow one that takes the rest of the text")
            isOver = isOver || type.isLast
            if let type = type as? any FlagArgument.Type { flagParser = type.flagParser }
            let label = labels.count < names.count ? names[labels.count] : type.label
            usages.append(LocalizedText(type.usage(of: label.en), vi: type.usage(of: label.vi)))
            labels.append(label)
            expects.append(type.expects)
        }
        precondition(names.count <= labels.count, "\(name): there are more names than arguments")
        profile = CommandDescriptor(
            name: name, aliases: aliases, summary: summary, arguments: usages, expects: expects, cooldown: cooldown,
            audience: audience, follows: follows, revises: revises, asksBack: patience != nil)
        self.answerTimeout = patience

        @Sendable func values(_ reader: inout ArgumentReader) throws -> (repeat each A) {
            let values = (repeat try reader.take((each A).self))
            try reader.finish()
            return values
        }
        call = { [labels, flagParser] text, position in
            var reader = ArgumentReader(text, at: position, labels: labels, flags: flagParser)
            if flagParser != nil {
                // Flags may follow the argument that receives them, so a first pass over the line collects them.
                var scout = reader
                _ = try values(&scout)
                scout.flags?.isComplete = true
                reader.flags = scout.flags
            }
            let values = try values(&reader)
            return Call(spans: reader.spans) { talk in try await run(talk, repeat each values) }
        }
    }
}
