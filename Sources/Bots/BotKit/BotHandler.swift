/// The event handler that runs a bot in a channel.
package struct BotHandler<B: Bot>: EventHandler {
    package let name: String
    private let bot: B
    private let runsLate: Bool
    private let runtime: BotRuntime
    private let commands: CommandTable<B>
    private let presses: [String: Press<B>]

    package init(_ bot: B, runsLate: Bool = false, runtime: BotRuntime) {
        self.bot = bot
        self.runsLate = runsLate
        self.runtime = runtime
        let room = runtime.supervisor(of: B.manifest.name)
        commands = CommandTable(room.runSynchronously { bot.commands }, prefix: runtime.preferences.prefix)
        let presses = room.runSynchronously { bot.presses }
        precondition(Set(presses.map(\.route)).count == presses.count, "\(B.manifest.name): a route is listed twice")
        self.presses = Dictionary(presses.map { ($0.route, $0) }, uniquingKeysWith: { first, _ in first })
        name = "bot:" + B.manifest.name
        runtime.register(B.manifest.name)
    }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        // Two bots would answer each other forever. A rule that hands over the event has already decided about this.
        if context.isByApplication, context.requestingRule.isEmpty { return .skip(EventContext.byApplication) }
        if message.isAutomatic, context.requestingRule.isEmpty { return .skip("sent by a program, or not to be answered") }
        // An answer to a dialogue counts however late it arrives, and a result decided before a restart may be waiting to be
        // used.
        if isAnswer(message, context) || runtime.supervisor(of: B.manifest.name).memory.hasRecordedResult(recordName(context)) {
            return .pass
        }
        // A rule that hands over a late message has already decided about this.
        if context.isLate, !runsLate, context.requestingRule.isEmpty { return .skip("late") }
        guard commands.match(message) == nil else { return .pass }
        let place = InvocationPlace(.message(message), runtime.channel)
        let verdict = runtime.supervisor(of: B.manifest.name).precheck(in: place) { bot.precheck(message) }
        guard case .drop(let reason) = verdict, !B.manifest.needs.contains(.drop) else { return verdict }
        return .skip("\(reason); it is not dropped, because the manifest does not list this")
    }

    package func stepTimeout(for event: Event) -> Duration? {
        runtime.supervisor(of: B.manifest.name).patience(in: InvocationPlace(event, runtime.channel))
    }

    package func handle(_ event: Event, in eventContext: EventContext) -> HandlingStep {
        if let reason = reasonToIgnore(event) { return .absent(reason) }
        let room = runtime.supervisor(of: B.manifest.name)
        let recordName = recordName(eventContext)
        if let known = room.memory.takeRecordedResult(recordName) { return .awaiting { { known } } }
        let place = InvocationPlace(event, runtime.channel)
        if let reason = room.refusal(of: recordName, in: place) {
            return refusal(reason, of: event, eventContext, room, in: place)
        }
        let invocationContext = InvocationContext(event, eventContext, author: recordName.author, runtime)
        let guarded = DisclosureGuard(
            event, invocationContext, runtime, writesDirectly: B.manifest.needs.contains(.directMessage))
        let invocation = BotInvocation(
            of: B.manifest.name, at: invocationContext, memory: room.memory, fileStore: runtime.fileStore,
            ask: runtime.readsAreRecorded ? runtime.ask : guarded.answer)
        let watch = room.begin(recordName, in: place)
        let writing = expectsAnswer(event, invocationContext) ? runtime.typing.begin(in: invocationContext.channel) : nil
        let context = BotContext<B>(invocation: invocation)
        let answer = ownAnswer(to: event, eventContext, context)
        return .awaiting(
            {
                if let answer {
                    return {
                        invocation.startHandling()
                        return try result(try await room.run(watch, answer), guarded)
                    }
                }
                guard case .message(let message) = event else {
                    return {
                        invocation.startHandling()
                        return try result(try await room.run(watch) { try await bot.onEvent(event, context) }, guarded)
                    }
                }
                let prepared = try await room.run(watch) { try await bot.prepare(message, context) }
                return {
                    invocation.startHandling()
                    return try result(
                        try await room.run(watch) { try await bot.handle(message, prepared, context) }, guarded)
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
        guard !invocation.channel.isNone, !invocation.isLate, !B.manifest.needs.isDisjoint(with: [.reply, .send]) else {
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
        guard case .button(let click) = event, ComponentID.isReserved(click.button) else { return nil }
        guard let id = ComponentID(click.button) else { return "unknown component" }
        guard id.bot == B.manifest.name else { return "a component of another bot" }
        return id.route == ComponentID.dialogue || presses[id.route] != nil ? nil : "unknown route"
    }

    /// Returns the handling of a command, a dialogue's answer or a press, or nil if the event goes to the bot's hooks.
    private func ownAnswer(
        to event: Event, _ eventContext: EventContext, _ context: BotContext<B>
    ) -> (@Sendable () async throws -> CommandOutcome)? {
        let dialogue = DialogueRun(commands: commands, context: context, chatPreferences: runtime.preferences)
        switch event {
        case .message(let message), .edit(let message):
            if let match = commands.match(message) {
                let run = CommandRun(
                    match: match, message: message, context: context, chatPreferences: runtime.preferences, commands: commands)
                return { try await run.outcome(of: event) }
            }
            guard case .message = event, isAnswer(message, eventContext) else { return nil }
            return { try await dialogue.answer(message) }
        case .button(let click):
            guard let id = ComponentID(click.button) else { return nil }
            if id.route == ComponentID.dialogue { return { try await dialogue.press(click, id) } }
            guard let press = presses[id.route] else { return nil }
            let run = PressRun(id: id, click: click, press: press, context: context, chatPreferences: runtime.preferences)
            return { try await run.outcome() }
        default: return nil
        }
    }

    /// Returns whether a message that is not a command comes from a user from whom a dialogue of this bot expects an answer. A
    /// message handed over by a rule is never an answer.
    private func isAnswer(_ message: Message, _ eventContext: EventContext) -> Bool {
        guard message.code.isSpeech, eventContext.requestingRule.isEmpty else { return false }
        let key = DialogueKey(channel: message.channel, user: message.author.id)
        guard runtime.awaits(key, for: B.manifest.name, at: eventContext.now) else { return false }
        let prefix = runtime.preferences.prefix
        let isCommand = !prefix.isEmpty && message.text.hasPrefix(prefix)
        return isCommand ? DialogueEndReason.isCancel(message.text, prefix: prefix) : commands.match(message) == nil
    }

    private func result(_ outcome: CommandOutcome, _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        if !outcome.isFromApplication { try check(outcome.actions, guarded) }
        let actions = (outcome.applicationActions + outcome.actions).map(\.withMarkup)
        return actions.isEmpty && !outcome.isTraced
            ? []
            : [
                AuthorResult(
                    author: name, actions: actions, reason: outcome.reason, summary: actions.isEmpty ? "skip" : "",
                    topic: outcome.topic.isNone ? nil : outcome.topic)
            ]
    }

    private func result(_ actions: [Action], _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        try check(actions, guarded)
        return actions.isEmpty ? [] : [AuthorResult(author: name, actions: actions.map(\.withMarkup))]
    }

    /// An action that the manifest does not name, that cannot be kept, or that takes something out of a private place or a
    /// clan fails the whole answer: half of one would be worse.
    private func check(_ actions: [Action], _ guarded: DisclosureGuard) throws {
        if let refused = actions.map(Capability.init(of:)).first(where: { !B.manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
        for action in actions {
            if let problem = action.encodingProblem { throw BotError.unwritable(action.kind, problem) }
            if let refusal = guarded.refusal(of: action) { throw refusal }
        }
    }
}

package enum BotError: Error, Equatable, CustomStringConvertible {
    /// The action's capability is missing from the manifest.
    case notInManifest(Capability)
    /// State was changed in `prepare`.
    case onlyReads
    /// The kind of an action that would be read by people who cannot read where the event happened.
    case leavesPrivatePlace(String)
    /// The kind of an action that would post into another clan than that of the event.
    case leavesClan(String, from: ClanID, to: ClanID)
    /// The kind of an action, and what is in it.
    case unwritable(String, String)

    /// A Boolean value that indicates whether an answer was refused because of where its event happened.
    package var isDisclosure: Bool {
        switch self {
        case .leavesPrivatePlace, .leavesClan: true
        case .notInManifest, .onlyReads, .unwritable: false
        }
    }

    package var description: String {
        switch self {
        case .notInManifest(let capability): "it requested \(capability.rawValue), which its manifest does not list"
        case .onlyReads: "state cannot be changed in prepare; change it in handle"
        case .leavesPrivatePlace(let kind): "its \(kind) would show content of a private channel to users who cannot read it"
        case .leavesClan(let kind, let source, let destination):
            "its \(kind) would show content of clan \(source) in clan \(destination); give each clan its own option under 'clans:'"
        case .unwritable(let kind, let problem): "its \(kind) contains \(problem)"
        }
    }
}

extension BotHandler: HelpProvider {
    package var helpEntry: HelpEntry {
        HelpEntry(
            bot: B.manifest.name, summary: B.manifest.summary, commands: commands.commands.map(\.profile),
            hasButtons: !presses.isEmpty)
    }
}

/// Creates the event handler of a configured bot in an application's runtime.
package typealias BotInitializer = @Sendable (BotRuntime) -> any EventHandler

extension Bot {
    /// Creates the bot with the operator's options.
    ///
    /// - Parameter secrets: The secrets that options refer to, by reference.
    /// - Throws: `OptionError`.
    package static func initializer(
        options: JSONValue, secrets: [String: Secret] = [:], runsLate: Bool
    ) throws -> BotInitializer {
        let bot = Self(options: try Options.decode(from: options, secrets: secrets))
        return { BotHandler(bot, runsLate: runsLate, runtime: $0) }
    }

    /// The fingerprint of the state type.
    package static var stateFingerprint: String { State.fingerprint }

    /// Returns a stored value as this build would store it.
    ///
    /// - Throws: `StateError`, also if the value has the type's fingerprint but would lose content, deep within a list; errors of
    ///   the bot's migration.
    package static func migrated(_ stored: StoredState) throws -> StoredState {
        let state: State = try StateJSON.value(stored)
        let new = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
        guard stored.fingerprint == new.fingerprint, stored.json != new.json else { return new }
        let lost = StateJSON.lost(from: try StateJSON.tree(of: stored.json), to: try StateJSON.tree(of: new.json))
        guard lost.isEmpty else { throw StateError.lost(lost) }
        return new
    }
}
