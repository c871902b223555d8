/// Commands of a bot as tools of a language model.
///
///     private var tools: CommandTools<Self> { CommandTools(commands, only: ["note", "notes"]) }
///
///     // In the command that asks:
///     let offered = try await tools.offered(in: context)
///     return [.request(try options.model.request("ask", [.user(question.text)], tools: offered))]
///
///     // In `onResponse`:
///     let answer = try options.model.answer(in: response, tools: try await tools.offered(in: context))
///     for call in answer.calls { actions += try await tools.perform(call, in: context) }
///
/// A model that is to see the results and go on has a `LanguageModel.Conversation`.
///
/// An answer that cannot be used throws a `LanguageModelError`: `context.explain("\(error)")` puts it into the trace.
///
/// A model follows whatever it reads, also instructions in texts of other users, and acts for the user who asked. So the bot lists the
/// commands, and a new command is no tool until it is listed: list those whose effects the user can see and undo. Rules see the question
/// and what the bot sends, not the command itself.
public struct CommandTools<B: Bot>: Sendable {
    private static var maxLength: Int { 2000 }  // Characters of arguments: half of a message.

    private let commands: [Command<B>]

    /// Creates the tools.
    ///
    /// - Parameters:
    ///   - commands: The bot's commands.
    ///   - names: The names of the commands that are tools. Dialogues among them are left out, because a model does not answer for the
    ///     user.
    /// - Precondition: There is a command of each name, and each name has at most 64 letters, digits, dashes and spaces.
    public init(_ commands: [Command<B>], only names: Set<String>) {
        let listed = commands.filter { names.contains($0.profile.name) }
        let unknown = names.subtracting(listed.map(\.profile.name)).sorted()
        precondition(unknown.isEmpty, "\(B.manifest.name): no commands have the names of these tools: \(unknown)")
        precondition(
            listed.map(Self.toolName).allSatisfy(Self.isToolName),
            "\(B.manifest.name): a tool's name has at most 64 letters, digits and dashes")
        self.commands = listed.filter { !$0.profile.asksBack }
    }

    /// Returns the tools that the user of the event may use; none if no user caused it.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func offered(in context: BotContext<B>) async throws -> [LanguageModel.Tool] {
        guard !context.user.isNone else { return [] }
        let invocation = context.invocation
        let known = try await invocation.member(context.user)
        var tools: [LanguageModel.Tool] = []
        for command in commands {
            let audience = command.profile.audience
            let member = try await invocation.identified(known, for: audience)
            guard member?.isBot != true, audience.includes(context.user, member) else { continue }
            tools.append(
                LanguageModel.Tool(
                    Self.toolName(of: command), command.profile.summary.en,
                    parameters: ["type": "object", "properties": .object(properties(of: command, invocation.preferences))]))
        }
        return tools
    }

    /// Runs the command that a model asks for, as if the user of the event had written it: audience, cooldown and arguments are
    /// checked again. The arguments are plain text, in which a name after `@` or `#` refers to nobody and nothing. The trace names
    /// the command and its outcome.
    ///
    /// - Returns: The actions of the command, or the reply that says why it does not run.
    /// - Throws: `LanguageModelError`, also if no user caused the event; and the errors of the command.
    public func perform(_ call: LanguageModel.ToolCall, in context: BotContext<B>) async throws -> [Action] {
        guard !context.user.isNone, let command = commands.first(where: { Self.toolName(of: $0) == call.name }) else {
            throw LanguageModelError.toolNotOffered(call.name)
        }
        var line = context.prefix + command.profile.name
        if let words = call.arguments.object?["arguments"] {
            guard let words = words.string, words.count <= Self.maxLength else {
                throw LanguageModelError.unreadable(
                    "the arguments of '\(call.name)' are no text of at most \(Self.maxLength) characters")
            }
            line += " " + words
        }
        let message = Message(
            id: 0, clan: context.clan, channel: context.channel, author: Author(id: context.user, username: ""),
            content: Content(line), createdAt: context.now)
        // A table of one command: the model's words cannot select a longer name.
        let table = CommandTable([command], prefix: context.prefix)
        guard let match = table.match(message) else { throw LanguageModelError.toolNotOffered(call.name) }
        let run = CommandRun(match: match, message: message, context: context, commands: table)
        let outcome = try await run.outcome(of: .message(message))
        context.invocation.explain("tool \(outcome.reason)")
        return outcome.allActions
    }

    /// Runs the commands that an answer asks for, and continues the conversation with their results.
    ///
    /// A result is what the command replies in this channel, cut to 2000 bytes. What it shows to one user alone is not among it, because
    /// the model may repeat it to everyone.
    ///
    /// - Parameters:
    ///   - answer: The answer in the response.
    ///   - response: The outcome of a request with a conversation.
    ///   - context: The context of that outcome.
    /// - Returns: The actions of the commands, and the conversation that the next request continues; nil if the answer asks for no
    ///   tools, or if the conversation has become too long.
    /// - Throws: `LanguageModelError`, also if the conversation offered no tools or no user caused the event; the errors of the commands.
    public func perform(
        _ answer: LanguageModel.Answer, to response: WebResponse, in context: BotContext<B>
    ) async throws -> (actions: [Action], next: LanguageModel.Conversation?) {
        guard let first = answer.calls.first else { return ([], nil) }
        // A conversation that was too long for a note ends here, and so does a request of a bot that was built without conversations.
        let conversation = response.note == .null ? nil : try response.note(as: LanguageModel.Conversation.self)
        guard conversation?.offersTools != false else { throw LanguageModelError.toolNotOffered(first.name) }
        var (actions, results): ([Action], [LanguageModel.Message]) = ([], [])
        for call in answer.calls {
            let performed = try await perform(call, in: context)
            actions += performed
            results.append(.result(Self.result(of: performed, in: context.channel), of: call))
        }
        guard let conversation else { return (actions, nil) }
        let next = try conversation.adding(answer, results)
        if next == nil { context.invocation.explain("the conversation is too long for another request") }
        return (actions, next)
    }

    private static func result(of actions: [Action], in channel: ChannelID) -> String {
        let texts = actions.compactMap { action -> String? in
            switch action {
            case .reply(let draft), .editReply(let draft): return draft.content.text
            case .send(let draft, let place): return place == nil || place == channel ? draft.content.text : nil
            case .ephemeral, .directMessage: return "(shown to the user alone)"
            default: return nil
            }
        }
        return texts.isEmpty ? "(done)" : texts.joined(separator: "\n").prefix(bytes: maxLength)
    }

    private func properties(of command: Command<B>, _ preferences: ChatPreferences) -> [String: JSONValue] {
        let profile = command.profile
        guard !profile.arguments.isEmpty else { return [:] }
        let expected = zip(profile.arguments, profile.expects).map { "\($0.en): \($1.en)" }.joined(separator: "; ")
        let description = """
            The words after the name, as in: \(profile.usage(preferences)). \(expected). A user, role or channel is given by its id.
            """
        return ["arguments": ["type": "string", "description": .string(description)]]
    }

    /// The name of a command as servers accept it.
    private static func toolName(of command: Command<B>) -> String {
        command.profile.name.split(separator: " ").joined(separator: "_")
    }

    private static func isToolName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
            }
    }
}
