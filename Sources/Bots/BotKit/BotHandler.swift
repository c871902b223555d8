/// The event handler that runs a bot in a channel.
package struct BotHandler<B: Bot>: EventHandler {
    package let name: String
    private let bot: B
    private let manifest: Manifest
    private let runsLate: Bool
    private let runtime: BotRuntime
    private let commands: CommandTable<B>
    private let presses: [String: Press<B>]
    /// The remote procedures that the operator allows; nil if all are.
    private let calls: Set<String>?
    private let hasButtons: Bool
    private let timeout: Duration?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of a bot whose type stands for several; nil for that of the type.
    ///   - calls: The remote procedures that the operator allows; nil if all are.
    ///   - timeout: The time limit of a step, if less than that of every bot.
    package init(
        _ bot: B, manifest: Manifest? = nil, runsLate: Bool = false, calls: Set<String>? = nil, timeout: Duration? = nil,
        runtime: BotRuntime
    ) {
        let manifest = manifest ?? B.manifest
        self.bot = bot
        self.manifest = manifest
        self.runsLate = runsLate
        self.calls = calls
        self.timeout = timeout
        self.runtime = runtime
        let room = runtime.supervisor(of: manifest.name)
        let editors = runtime.preferences.editors
        commands = CommandTable(
            room.runSynchronously { bot.commands } + SettingsCommand<B>.commands(for: editors), prefix: runtime.preferences.prefix
        )
        let ownPresses = room.runSynchronously { bot.presses }
        let presses = ownPresses + [SettingsCommand<B>.press(for: editors)].compactMap(\.self)
        precondition(Set(presses.map(\.route)).count == presses.count, "\(manifest.name): a route is listed twice")
        self.presses = Dictionary(presses.map { ($0.route, $0) }, uniquingKeysWith: { first, _ in first })
        hasButtons = !ownPresses.isEmpty
        name = "bot:" + manifest.name
        runtime.register(manifest.name)
    }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        // Two bots would answer each other forever. A rule that hands over the event has already decided about this.
        if context.isByApplication, context.requestingRule.isEmpty { return .skip(EventContext.byApplication) }
        if message.isAutomatic, context.requestingRule.isEmpty { return .skip("sent by a program, or not to be answered") }
        // An answer to a dialogue counts however late it arrives, and a result decided before a restart may be waiting to be
        // used.
        if isAnswer(message, context) || runtime.supervisor(of: manifest.name).memory.hasRecordedResult(recordName(context)) {
            return .pass
        }
        // A rule that hands over a late message has already decided about this.
        if context.isLate, !runsLate, context.requestingRule.isEmpty { return .skip("late") }
        guard commands.match(message) == nil else { return .pass }
        let place = InvocationPlace(.message(message), runtime.channel)
        let verdict = runtime.supervisor(of: manifest.name).precheck(in: place) { bot.precheck(message) }
        guard case .drop(let reason) = verdict, !manifest.needs.contains(.drop) else { return verdict }
        return .skip("\(reason); it is not dropped, because the manifest does not list this")
    }

    package var hasDialogues: Bool { commands.commands.contains { $0.answerTimeout != nil } }

    /// Returns whether a message names one of the bot's commands.
    func isCommand(_ message: Message) -> Bool { commands.match(message) != nil }

    package func stepTimeout(for event: Event) -> Duration? {
        let patience = runtime.supervisor(of: manifest.name).patience(in: InvocationPlace(event, runtime.channel))
        return [patience, timeout].compactMap(\.self).min()
    }

    package func handle(_ event: Event, in eventContext: EventContext) -> HandlingStep {
        if let reason = reasonToIgnore(event) { return .absent(reason) }
        let room = runtime.supervisor(of: manifest.name)
        let recordName = recordName(eventContext)
        if let known = room.memory.takeRecordedResult(recordName) { return .awaiting { { known } } }
        let place = InvocationPlace(event, runtime.channel)
        if let reason = room.refusal(of: recordName, in: place) {
            return refusal(reason, of: event, eventContext, room, in: place)
        }
        let invocationContext = InvocationContext(event, eventContext, author: recordName.author, runtime)
        let guarded = DisclosureGuard(
            event, invocationContext, runtime, writesDirectly: manifest.needs.contains(.directMessage))
        let invocation = BotInvocation(
            of: manifest.name, at: invocationContext, memory: room.memory, fileStore: runtime.fileStore,
            ask: runtime.readsAreRecorded ? runtime.ask : guarded.answer)
        let watch = room.begin(recordName, in: place)
        let writing = expectsAnswer(event, invocationContext) ? runtime.typing.begin(in: invocationContext.channel) : nil
        let context = BotContext<B>(invocation: invocation)
        let answer = ownAnswer(to: event, eventContext, context)
        return .awaiting(
            {
                try await invocation.chooseLanguage()
                if let answer {
                    return {
                        invocation.startHandling()
                        return try result(try await room.run(watch, answer), guarded)
                    }
                }
                guard case .message(let message) = event else {
                    return {
                        invocation.startHandling()
                        return try result(try await room.run(watch) { try await onEvent(event, context) }, invocation, guarded)
                    }
                }
                let prepared = try await room.run(watch) { try await bot.prepare(message, context) }
                return {
                    invocation.startHandling()
                    return try result(
                        try await room.run(watch) { try await bot.handle(message, prepared, context) }, invocation, guarded)
                }
            },
            end: { [runtime] result in
                if let writing { runtime.typing.end(writing) }
                switch result {
                case .success(let results):
                    invocation.end(results)
                    room.end(watch, failure: nil)
                case .failure(let error):
                    invocation.end(nil)
                    // Other invocations held the lock, users have filled the bot's state, or they used it where its answer must not
                    // be shown: none of these is the bot's failure.
                    if error is LockTimeoutError || (error as? StateError)?.isSizeLimit == true
                        || (error as? BotError)?.isDisclosure == true
                    {
                        room.pass(watch)
                    } else {
                        room.end(watch, failure: "\(error)", waited: invocation.waited)
                    }
                }
            })
    }

    private func onEvent(_ event: Event, _ context: BotContext<B>) async throws -> [Action] {
        switch event {
        case .tokenSent(let transfer) where transfer.isReceived(by: context.me):
            try await bot.tokensReceived(transfer, context)
        case .coffeeGiven(let gift) where gift.isReceived(by: context.me): try await bot.coffeeReceived(gift, context)
        case .system(.response(let response)): try await bot.onResponse(response, context)
        case .system(.activity(let activity)): try await bot.memberActivity(activity, context)
        default: try await bot.onEvent(event, context)
        }
    }

    /// Informs a user who calls a command of a suspended bot about the suspension, once.
    private func refusal(
        _ reason: String, of event: Event, _ eventContext: EventContext, _ room: BotSupervisor, in place: InvocationPlace
    ) -> HandlingStep {
        guard case .message(let message) = event, eventContext.requestingRule.isEmpty, !eventContext.isLate,
            let match = commands.match(message), room.recordInformed(reason, of: message.author.id, in: place)
        else { return .absent(reason) }
        let command = runtime.preferences.prefix + match.command.profile.name
        let wording = LocalizedText(
            "\(command) is temporarily out of order. Please try again later.",
            vi: "\(command) đang tạm ngừng do trục trặc. Lát nữa sẽ được thử lại.")
        let told = AuthorResult(
            author: name, actions: [.reply(Draft(wording.text(in: runtime.preferences.language)))], reason: reason)
        return .awaiting { { [told] } }
    }

    /// Returns whether users may expect an answer in the channel.
    private func expectsAnswer(_ event: Event, _ invocation: InvocationContext) -> Bool {
        guard !invocation.channel.isNone, !invocation.isLate, !manifest.needs.isDisjoint(with: [.reply, .send]) else {
            return false
        }
        switch event {
        case .message, .button: return true
        default: return false
        }
    }

    private func recordName(_ eventContext: EventContext) -> InvocationRecord.Name {
        let author = eventContext.requestingRule.isEmpty ? name : "\(eventContext.requestingRule)/\(name)"
        return InvocationRecord.Name(sequence: eventContext.sequence, author: author)
    }

    /// Returns the reason why the event does not concern this bot, or nil if it does.
    private func reasonToIgnore(_ event: Event) -> String? {
        if case .system(.response(let response)) = event, response.author != name { return "a response to another bot" }
        if case .system(.setting(let change)) = event { return change.bot == manifest.name ? nil : "settings of another bot" }
        if case .system(.activity(let activity)) = event, !manifest.activities.contains(activity.kind) {
            return "an activity that its manifest does not list"
        }
        // It holds state of rules, and with it texts of any channel.
        if case .system(.rewind) = event { return "a rewind of rules" }
        guard case .button(let click) = event, ComponentID.isReserved(click.button) else { return nil }
        guard let id = ComponentID(click.button) else { return "unknown component" }
        guard id.bot == manifest.name else { return "a component of another bot" }
        return id.route == ComponentID.dialogue || presses[id.route] != nil ? nil : "unknown route"
    }

    /// Returns the handling of a command, a dialogue's answer or a press, or nil if the event goes to the bot's hooks.
    private func ownAnswer(
        to event: Event, _ eventContext: EventContext, _ context: BotContext<B>
    ) -> (@Sendable () async throws -> CommandOutcome)? {
        let dialogue = DialogueRun(commands: commands, context: context)
        switch event {
        case .message(let message), .edit(let message):
            if let match = commands.match(message) {
                let run = CommandRun(match: match, message: message, context: context, commands: commands)
                return { try await run.outcome(of: event) }
            }
            guard case .message = event, isAnswer(message, eventContext) else { return nil }
            return { try await dialogue.answer(message) }
        case .button(let click):
            guard let id = ComponentID(click.button) else { return nil }
            if id.route == ComponentID.dialogue { return { try await dialogue.press(click, id) } }
            guard let press = presses[id.route] else { return nil }
            let run = PressRun(id: id, click: click, press: press, context: context)
            return { try await run.outcome() }
        case .quickMenu(let choice):
            guard let (match, message) = commands.match(choice, at: eventContext.now) else { return nil }
            let run = CommandRun(match: match, message: message, context: context, commands: commands)
            return { try await run.outcome(of: event).privately(to: choice.user).within(choice.topic) }
        case .system(.setting(let change)):
            let run = SettingsRun(context: context)
            return {
                let reason = "settings: \(try await run.apply(change))"
                return CommandOutcome(actions: [], reason: reason, isFromApplication: true, isTraced: true)
            }
        default: return nil
        }
    }

    /// Returns whether a message that is not a command comes from a user from whom a dialogue of this bot expects an answer. A
    /// message handed over by a rule is never an answer.
    private func isAnswer(_ message: Message, _ eventContext: EventContext) -> Bool {
        guard message.code.isSpeech, eventContext.requestingRule.isEmpty else { return false }
        let key = DialogueKey(channel: message.channel, user: message.author.id)
        guard runtime.awaits(key, for: manifest.name, at: eventContext.now) else { return false }
        let prefix = runtime.preferences.prefix
        let isCommand = !prefix.isEmpty && message.text.hasPrefix(prefix)
        return isCommand ? DialogueEndReason.isCancel(message.text, prefix: prefix) : commands.match(message) == nil
    }

    private func result(_ outcome: CommandOutcome, _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        if !outcome.isFromApplication { try check(outcome.actions, guarded) }
        let actions = outcome.allActions.map(\.withMarkup)
        return actions.isEmpty && !outcome.isTraced
            ? []
            : [
                AuthorResult(
                    author: name, actions: actions, reason: outcome.reason, summary: actions.isEmpty ? "skip" : "",
                    topic: outcome.topic.isNone ? nil : outcome.topic)
            ]
    }

    private func result(_ actions: [Action], _ invocation: BotInvocation, _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        try check(actions, guarded)
        let (reason, summary) = (invocation.explanation, actions.isEmpty ? "skip" : "")
        guard !actions.isEmpty || !reason.isEmpty else { return [] }
        return [AuthorResult(author: name, actions: actions.map(\.withMarkup), reason: reason, summary: summary)]
    }

    /// An action that the manifest does not name, that cannot be kept, or that takes something out of a private place or a
    /// clan fails the whole answer: half of one would be worse.
    private func check(_ actions: [Action], _ guarded: DisclosureGuard) throws {
        if let refused = actions.flatMap(Capability.required).first(where: { !manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
        for action in actions {
            if let problem = action.encodingProblem { throw BotError.unwritable(action.kind, problem) }
            if case .call(let call) = action, calls?.contains(call.name) == false { throw BotError.callNotGranted(call.name) }
            if let refusal = guarded.refusal(of: action) { throw refusal }
        }
    }
}

extension BotHandler: HelpProvider {
    package var helpEntry: HelpEntry {
        HelpEntry(
            bot: manifest.name, summary: manifest.summary, commands: commands.commands.map(\.profile),
            hasButtons: hasButtons)
    }
}
