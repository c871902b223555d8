import Foundation

/// The outcome of a command, with its reason.
struct CommandOutcome: Sendable {
    var actions: [Action]
    var reason: String
    /// A Boolean value that indicates whether the answer comes from the application rather than the bot; such an answer needs no
    /// capability.
    var isFromApplication = false
    /// The actions of the application that precede the bot's: the questions of its dialogues.
    var applicationActions: [Action] = []
    /// A Boolean value that indicates whether the trace gives the reason even if there are no actions.
    var isTraced = false
    /// The topic of the message whose component was pressed.
    var topic: TopicID = 0

    /// The user who alone sees the answer; zero if all see it.
    private var reader: UserID = 0

    /// All actions: those of the application, then the bot's.
    var allActions: [Action] {
        (applicationActions + actions).map { action in
            switch action {
            case .reply(let draft) where !reader.isNone, .editReply(let draft) where !reader.isNone: .ephemeral(draft, to: reader)
            default: action
            }
        }
    }

    /// Returns the outcome with replies that only one user sees.
    func privately(to user: UserID) -> CommandOutcome {
        var outcome = self
        outcome.reader = user
        return outcome
    }

    init(
        actions: [Action], reason: String, isFromApplication: Bool = false, applicationActions: [Action] = [],
        isTraced: Bool = false, topic: TopicID = 0
    ) {
        self.actions = actions
        self.reason = reason
        self.isFromApplication = isFromApplication
        self.applicationActions = applicationActions
        self.isTraced = isTraced
        self.topic = topic
    }

    func within(_ topic: TopicID) -> CommandOutcome {
        var outcome = self
        outcome.topic = topic
        return outcome
    }
}

/// One use of a command: its audience, its arguments, its cooldown and its outcome.
struct CommandRun<B: Bot>: Sendable {
    let match: CommandTable<B>.Match
    let message: Message
    let context: BotContext<B>
    let commands: CommandTable<B>
    private var profile: CommandDescriptor { match.command.profile }
    private var invocation: BotInvocation { context.invocation }
    private var chatPreferences: ChatPreferences { invocation.preferences }

    typealias Outcome = CommandOutcome

    func outcome(of event: Event) async throws -> Outcome {
        if case .edit = event { try await outcomeOfEdit() } else { try await outcome() }
    }

    private func outcome() async throws -> Outcome {
        let known = try await invocation.member(message.author.id)
        let member = try await invocation.identified(known, for: profile.audience)
        if member?.isBot == true { return Outcome(actions: [], reason: "\(profile.name): applications cannot use commands") }
        let refusals = RefusalMessages(profile: profile, chatPreferences: chatPreferences)
        guard profile.audience.includes(message.author.id, member) else {
            if member?.isUnidentified == true {
                return refused(refusals.unidentified, "\(message.author.id) is not identified yet")
            }
            return refused(
                try await refusals.audience(isKnown: member != nil, role: invocation.title(of:)),
                "is not for \(message.author.id)")
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let usageError as LocatedUsageError {
            return Outcome(
                actions: [.reply(answer(to: usageError))], reason: "\(profile.name): invalid arguments", isFromApplication: true)
        }
        if let wait = try await wait(refusals) { return wait }
        let result = try await run(call)
        // The cooldown also starts after an error: finding it may have cost as much.
        try await pace.begin(with: message.id)
        switch result {
        case .said(var outcome):
            if outcome.applicationActions.isEmpty { outcome.reason = profile.name }
            return outcome
        case .mistaken(let usageError):
            return Outcome(
                actions: [.reply(answer(to: usageError))], reason: "\(profile.name): \(usageError.wording.en)",
                isFromApplication: true)
        case .full(let problem): return refused(StateError.noRoom, "\(problem)")
        }
    }

    /// Handles an edit of a command's message: changes the answer already given, or does nothing.
    private func outcomeOfEdit() async throws -> Outcome {
        func nothing(_ reason: String) -> Outcome { Outcome(actions: [], reason: "\(profile.name): \(reason)") }
        if profile.revises { return try await revision() }
        guard profile.follows else { return nothing("its answer is not updated after an edit") }
        let member = try await invocation.member(message.author.id)
        guard member?.isBot != true, profile.audience.includes(message.author.id, member) else {
            return nothing("the user may not use it")
        }
        if let cooldown = profile.cooldown {
            let ledger = try CooldownLedger(try await invocation.state(cooldown.key(at: invocation.context)))
            guard ledger.message(of: profile.name, at: context.now) == message.id else {
                return nothing("it has been used since, or was refused")
            }
        }
        func corrected(_ usageError: LocatedUsageError, _ reason: String) -> Outcome {
            // For a bot with state it is unknown whether the original message was counted, so its answer stays.
            guard B.State.self == NoState.self else { return nothing("its arguments are no longer valid") }
            return Outcome(
                actions: [.editReply(answer(to: usageError))], reason: "\(profile.name): \(reason)", isFromApplication: true)
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let usageError as LocatedUsageError {
            return corrected(usageError, "invalid arguments")
        }
        switch try await run(call) {
        case .said(let outcome):
            guard !invocation.hasWrites else {
                invocation.dropWrites()
                return nothing("an edit does not change state")
            }
            guard outcome.actions.count == 1, case .reply(let draft)? = outcome.actions.first else {
                return nothing("the new answer is not a single reply")
            }
            return Outcome(actions: [.editReply(draft)], reason: profile.name)
        case .mistaken(let usageError): return corrected(usageError, usageError.wording.en)
        case .full: return nothing("an edit does not change state")
        }
    }

    /// Handles an edit of a command's message by running the command again.
    private func revision() async throws -> Outcome {
        func corrected(_ draft: Draft, _ reason: String) -> Outcome {
            Outcome(actions: [.editReply(draft)], reason: "\(profile.name): \(reason)", isFromApplication: true)
        }
        let member = try await invocation.member(message.author.id)
        guard member?.isBot != true, profile.audience.includes(message.author.id, member) else {
            return Outcome(actions: [], reason: "\(profile.name): the user may not use it")
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let usageError as LocatedUsageError {
            return corrected(answer(to: usageError), "invalid arguments")
        }
        switch try await run(call) {
        case .said(let outcome): return outcome
        case .mistaken(let usageError): return corrected(answer(to: usageError), usageError.wording.en)
        case .full(let problem): return corrected(Draft(StateError.noRoom.text(in: chatPreferences.language)), "\(problem)")
        }
    }

    /// The result of running a command. State changes are kept only for `said`.
    private enum Result {
        case said(Outcome)
        /// The command has found an error in its arguments.
        case mistaken(LocatedUsageError)
        /// The state would have exceeded its maximum size.
        case full(StateError)
    }

    private func run(_ call: Command<B>.Call) async throws -> Result {
        let before = invocation.writes  // Of other commands, if a language model asks for several.
        do {
            if match.command.answerTimeout != nil {
                let dialogue = DialogueRun(commands: commands, context: context)
                return .said(try await dialogue.begin(match, message, call))
            }
            let actions = try await call.run(.context(context))
            return .said(
                Outcome(actions: actions, reason: profile.name, isFromApplication: match.command.isOfApplication))
        } catch let mistake as UsageError {
            invocation.restore(before)
            let all = match.text.skippingSpace(from: match.position)..<max(match.text.end, match.position)
            let whole = all.lowerBound < all.upperBound ? all : match.position..<match.position
            let span = mistake.argument.flatMap { call.spans.indices.contains($0) ? call.spans[$0] : nil } ?? whole
            return .mistaken(LocatedUsageError(wording: mistake.wording, range: mistake.range ?? span))
        } catch let problem as StateError where problem.isSizeLimit {
            invocation.restore(before)
            return .full(problem)
        }
    }

    private func answer(to usageError: LocatedUsageError) -> Draft {
        UsageDiagnostic(usageError, in: match.text, usage: profile.usage(chatPreferences), language: chatPreferences.language)
            .draft
    }

    private func refused(_ wording: LocalizedText, _ reason: String) -> Outcome {
        Outcome(
            actions: [.reply(Draft(wording.text(in: chatPreferences.language)))], reason: "\(profile.name): \(reason)",
            isFromApplication: true)
    }

    /// Returns the answer for a user who has to wait, or nil if the command may run. Each user is told once.
    private func wait(_ refusals: RefusalMessages) async throws -> Outcome? {
        guard let rest = try await pace.activeCooldown() else { return nil }
        guard !rest.wasTold else { return Outcome(actions: [], reason: "\(profile.name): on cooldown, already reported") }
        return refused(refusals.cooldown(pace.cooldown, left: rest.until.timeIntervalSince(context.now)), "on cooldown")
    }

    /// The rate limit: the command's own cooldown, or the common limit of commands without one.
    private var pace: CommandCooldown {
        CommandCooldown(
            invocation: invocation, name: profile.name,
            cooldown: profile.cooldown ?? .standard(uses: chatPreferences.usesOfCommand))
    }
}
