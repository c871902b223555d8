/// Something that people may ask a bot for, by name: the types of the closure's arguments are what is read behind the name.
///
///     Command("kudos", "Thank a colleague", vi: "Cảm ơn đồng nghiệp") { (context, who: Mention, why: Rest) in
///         [.reply("Thank you, \(who.username): \(why.text)")]
///     }
///
/// A subcommand is a name of two words, and the longest name wins. Upper and lower case are one. What cannot be read is answered
/// with the line as it was written and a mark below the word that is wrong.
public struct Command<B: Bot>: Sendable {
    package let profile: CommandDescriptor
    /// Reads the arguments and gives what is then to be done.
    let call: @Sendable (_ text: CommandText, _ position: Int) throws -> Call
    /// How long each question of a dialogue waits; nil for a command that asks nothing back.
    let patience: Duration?

    /// A command with its arguments, to be carried out.
    struct Call: Sendable {
        /// Where each argument stands.
        let spans: [Range<Int>]
        let run: @Sendable (DialogueInput<B>) async throws -> [Action]
    }

    /// - Parameters:
    ///   - name: letters, digits and dashes; a space between the words of a subcommand.
    ///   - summary: one sentence for the help; `vi` is the same in Vietnamese.
    ///   - arguments: what they are called in the usage line, where their types do not say it well enough.
    ///   - cooldown: how long it rests after it was used, and `scope` for whom. It runs by the time of the events.
    ///   - audience: who may use it.
    ///   - follows: whether the answer is changed when the question is, where it is one reply and nothing is to be remembered. It is
    ///     not where somebody has used the command since and it has a cooldown.
    ///   - revises: whether it is carried out again when the question is edited, with what it remembers: `context.isEdit` tells then,
    ///     and `.editReply` changes the answer that it has given.
    ///   - run: what is to be done. It may throw a `UsageError` for arguments that can be read and make no sense.
    /// - Precondition: an argument that takes all that follows comes last; there are not more names than arguments.
    public init<each A: Argument>(
        _ name: String, _ summary: String = "", vi: String? = nil, aliases: [String] = [], arguments names: [LocalizedText] = [],
        cooldown: Duration? = nil, per scope: Cooldown.Scope = .user, for audience: Audience = .anyone, follows: Bool = true,
        revises: Bool = false,
        run: @escaping @Sendable (BotContext<B>, repeat each A) async throws -> [Action]
    ) {
        @Sendable func talk(_ talk: DialogueInput<B>, _ arguments: repeat each A) async throws -> [Action] {
            guard case .context(let context) = talk else { preconditionFailure("\(name) asks nothing back") }
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
        var shelf: FlagParser?
        var isOver = false
        for type in repeat (each A).self {
            precondition(
                !isOver || type is any FlagArgument.Type,
                "\(name): nothing can come after an argument that takes all that follows")
            isOver = isOver || type.isLast
            if let type = type as? any FlagArgument.Type { shelf = type.shelf }
            let label = labels.count < names.count ? names[labels.count] : type.label
            usages.append(LocalizedText(type.usage(of: label.en), vi: type.usage(of: label.vi)))
            labels.append(label)
            expects.append(type.expects)
        }
        precondition(names.count <= labels.count, "\(name): there are more names than arguments")
        profile = CommandDescriptor(
            name: name, aliases: aliases, summary: summary, arguments: usages, expects: expects, cooldown: cooldown,
            audience: audience, follows: follows, revises: revises)
        self.patience = patience

        @Sendable func values(_ reader: inout ArgumentReader) throws -> (repeat each A) {
            let values = (repeat try reader.take((each A).self))
            try reader.finish()
            return values
        }
        call = { [labels, shelf] text, position in
            var reader = ArgumentReader(text, at: position, labels: labels, flags: shelf)
            if shelf != nil {
                // Flags may stand behind the argument that takes them, so the line is gone through once to find them.
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
