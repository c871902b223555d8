/// A bot in a channel's list.
package struct BotHandler<B: Bot>: EventHandler {
    package let name: String
    private let bot: B
    private let runsLate: Bool
    private let house: BotRuntime
    private let commands: CommandTable<B>
    private let presses: [String: Press<B>]

    package init(_ bot: B, runsLate: Bool = false, house: BotRuntime) {
        self.bot = bot
        self.runsLate = runsLate
        self.house = house
        let room = house.room(of: B.manifest.name)
        commands = CommandTable(room.look { bot.commands }, prefix: house.manners.prefix)
        let presses = room.look { bot.presses }
        precondition(Set(presses.map(\.route)).count == presses.count, "\(B.manifest.name): a route is listed twice")
        self.presses = Dictionary(presses.map { ($0.route, $0) }, uniquingKeysWith: { first, _ in first })
        name = "bot:" + B.manifest.name
        house.note(B.manifest.name)
    }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        // Two programs would answer each other for ever. A rule that hands it over has decided that for itself.
        if context.isByApplication, context.asker.isEmpty { return .skip(EventContext.byApplication) }
        if message.isAutomatic, context.asker.isEmpty { return .skip("said by a program, or not to be answered") }
        // Whoever was asked has answered, however late we learn it; and what came of an answer may be known from before a restart.
        if isAnswer(message, context) || house.room(of: B.manifest.name).memory.recalls(recordName(context)) { return .pass }
        // A rule that hands it a late message has decided that for itself.
        if context.isLate, !runsLate, context.asker.isEmpty { return .skip("late") }
        guard commands.match(message) == nil else { return .pass }
        let verdict = house.room(of: B.manifest.name).precheck { bot.precheck(message) }
        guard case .drop(let reason) = verdict, !B.manifest.needs.contains(.drop) else { return verdict }
        return .skip("\(reason); it would drop it, which its manifest does not name")
    }

    package var patience: Duration? { house.room(of: B.manifest.name).patience }

    package func attendance(at event: Event, _ occasion: EventContext) -> HandlingStep {
        if let reason = absence(at: event) { return .absent(reason) }
        let room = house.room(of: B.manifest.name)
        let recordName = recordName(occasion)
        if let known = room.memory.recall(recordName) { return .deliberating { { known } } }
        if let reason = room.refusal(of: recordName) { return refusal(reason, of: event, occasion, room) }
        let scene = InvocationContext(event, occasion, author: recordName.author, house)
        let attempt = BotInvocation(of: B.manifest.name, at: scene, memory: room.memory, shelf: house.shelf, ask: house.ask)
        let watch = room.begin(recordName)
        let writing = isWaitedFor(event, scene) ? house.writing.begin(in: scene.channel) : nil
        let context = BotContext<B>(attempt: attempt)
        let answer = ownAnswer(to: event, occasion, context)
        let guarded = DisclosureGuard(event, scene, house)
        return .deliberating(
            {
                if let answer {
                    return {
                        attempt.startHandling()
                        return try contribution(try await room.run(watch, answer), guarded)
                    }
                }
                guard case .message(let message) = event else {
                    return {
                        attempt.startHandling()
                        return try contribution(try await room.run(watch) { try await bot.notice(event, context) }, guarded)
                    }
                }
                let prepared = try await room.run(watch) { try await bot.prepare(message, context) }
                return {
                    attempt.startHandling()
                    return try contribution(
                        try await room.run(watch) { try await bot.handle(message, prepared, context) }, guarded)
                }
            },
            end: { [house] result in
                if let writing { house.writing.end(writing) }
                switch result {
                case .success(let contributions):
                    attempt.end(contributions)
                    room.end(watch, failure: nil)
                case .failure(let error):
                    attempt.end(nil)
                    // Others were before it, or people have filled what it may remember.
                    if error is LockTimeoutError || (error as? StateError)?.isOfRoom == true {
                        room.pass(watch)
                    } else {
                        room.end(watch, failure: "\(error)", waited: attempt.waited)
                    }
                }
            })
    }

    /// Whoever calls a command of a suspended bot is told so, once.
    private func refusal(_ reason: String, of event: Event, _ occasion: EventContext, _ room: BotSupervisor) -> HandlingStep {
        guard case .message(let message) = event, occasion.asker.isEmpty, !occasion.isLate,
            let match = commands.match(message), room.isNews(reason, to: message.author.id)
        else { return .absent(reason) }
        let command = house.manners.prefix + match.command.profile.name
        let wording = LocalizedText(
            "\(command) is out of order for now. It is tried again later.",
            vi: "\(command) đang tạm ngừng do trục trặc. Lát nữa sẽ được thử lại.")
        let told = AuthorResult(
            author: name, actions: [.reply(Draft(wording.text(in: house.manners.language)))], reason: reason)
        return .deliberating { { [told] } }
    }

    /// Whether somebody may look for an answer in the channel.
    private func isWaitedFor(_ event: Event, _ scene: InvocationContext) -> Bool {
        guard !scene.channel.isNone, !scene.isLate, !B.manifest.needs.isDisjoint(with: [.reply, .send]) else { return false }
        switch event {
        case .message, .button: return true
        default: return false
        }
    }

    private func recordName(_ occasion: EventContext) -> InvocationRecord.Name {
        let author = occasion.asker.isEmpty ? name : "\(occasion.asker)/\(name)"
        return InvocationRecord.Name(sequence: occasion.sequence, author: author)
    }

    /// Why it is none of this bot's business; nil where it is.
    private func absence(at event: Event) -> String? {
        guard case .button(let click) = event, ComponentID.isReserved(click.button) else { return nil }
        guard let id = ComponentID(click.button) else { return "no component is called so" }
        guard id.bot == B.manifest.name else { return "a component of another bot" }
        return id.route == ComponentID.dialogue || presses[id.route] != nil ? nil : "it has no such route"
    }

    /// What becomes of a command, an answer to a dialogue or a press; nil for what goes to the bot's hooks.
    private func ownAnswer(
        to event: Event, _ occasion: EventContext, _ context: BotContext<B>
    ) -> (@Sendable () async throws -> CommandOutcome)? {
        let dialogue = DialogueRun(commands: commands, context: context, manners: house.manners)
        switch event {
        case .message(let message), .edit(let message):
            if let match = commands.match(message) {
                let run = CommandRun(
                    match: match, message: message, context: context, manners: house.manners, commands: commands)
                return { try await run.outcome(of: event) }
            }
            guard case .message = event, isAnswer(message, occasion) else { return nil }
            return { try await dialogue.answer(message) }
        case .button(let click):
            guard let id = ComponentID(click.button) else { return nil }
            if id.route == ComponentID.dialogue { return { try await dialogue.press(click, id) } }
            guard let press = presses[id.route] else { return nil }
            let run = PressRun(id: id, click: click, press: press, context: context, manners: house.manners)
            return { try await run.outcome() }
        default: return nil
        }
    }

    /// Whether somebody of whom a dialogue of this bot waits for an answer has said something that is no command. What a rule hands
    /// to the bot is none.
    private func isAnswer(_ message: Message, _ occasion: EventContext) -> Bool {
        guard message.code.isSpeech, occasion.asker.isEmpty else { return false }
        let key = DialogueKey(channel: message.channel, user: message.author.id)
        guard house.awaits(key, for: B.manifest.name, at: occasion.now) else { return false }
        let prefix = house.manners.prefix
        let isCommand = !prefix.isEmpty && message.text.hasPrefix(prefix)
        return isCommand ? DialogueEndReason.isCancel(message.text, prefix: prefix) : commands.match(message) == nil
    }

    private func contribution(_ outcome: CommandOutcome, _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        if !outcome.isOfHouse { try check(outcome.actions, guarded) }
        let actions = (outcome.ofHouse + outcome.actions).map(\.markedUp)
        return actions.isEmpty && !outcome.isTold
            ? []
            : [
                AuthorResult(
                    author: name, actions: actions, reason: outcome.reason, summary: actions.isEmpty ? "skip" : "",
                    topic: outcome.topic.isNone ? nil : outcome.topic)
            ]
    }

    private func contribution(_ actions: [Action], _ guarded: DisclosureGuard) throws -> [AuthorResult] {
        try check(actions, guarded)
        return actions.isEmpty ? [] : [AuthorResult(author: name, actions: actions.map(\.markedUp))]
    }

    /// An action that the manifest does not name, that cannot be kept, or that takes something out of a private place fails the whole
    /// answer: half of one would be worse.
    private func check(_ actions: [Action], _ guarded: DisclosureGuard) throws {
        if let refused = actions.map(Capability.init(of:)).first(where: { !B.manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
        for action in actions {
            if let flaw = action.flaw { throw BotError.unwritable(action.kind, flaw) }
            if guarded.refuses(action) { throw BotError.leavesPrivatePlace(action.kind) }
        }
    }
}

package enum BotError: Error, Equatable, CustomStringConvertible {
    case notInManifest(Capability)
    case onlyReads
    /// The kind of an action that would be read by people who cannot read where the event happened.
    case leavesPrivatePlace(String)
    /// The kind of an action, and what is in it.
    case unwritable(String, String)

    package var description: String {
        switch self {
        case .notInManifest(let capability): "it asked to \(capability.rawValue), which its manifest does not name"
        case .onlyReads: "prepare only reads: change state in handle"
        case .leavesPrivatePlace(let kind): "its \(kind) would leave a private place for people who may not read that"
        case .unwritable(let kind, let flaw): "its \(kind) holds \(flaw)"
        }
    }
}

extension BotHandler: HelpProvider {
    package var offer: HelpEntry {
        HelpEntry(bot: B.manifest.name, summary: B.manifest.summary, commands: commands.commands.map(\.profile))
    }
}

/// A bot with its options, before there is a house to put it into.
package typealias BotInitializer = @Sendable (BotRuntime) -> any EventHandler

extension Bot {
    /// Makes the bot with the operator's options.
    ///
    /// - Parameter secrets: what options refer to, by the reference.
    /// - Throws: `OptionError`.
    package static func maker(
        options: JSONValue, secrets: [String: Secret] = [:], runsLate: Bool
    ) throws -> BotInitializer {
        let bot = Self(options: try Options.decode(from: options, secrets: secrets))
        return { BotHandler(bot, runsLate: runsLate, house: $0) }
    }

    /// The fingerprint of what it remembers.
    package static var stateFingerprint: String { State.fingerprint }

    /// What a stored value becomes in this build.
    ///
    /// - Throws: `StateError`, also where the value has the type's fingerprint and would lose something all the same, deep within a
    ///   list; and what the bot's migration throws.
    package static func migrated(_ stored: StoredState) throws -> StoredState {
        let state: State = try StateJSON.value(stored)
        let new = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
        guard stored.fingerprint == new.fingerprint, stored.json != new.json else { return new }
        let lost = StateJSON.lost(from: try StateJSON.tree(of: stored.json), to: try StateJSON.tree(of: new.json))
        guard lost.isEmpty else { throw StateError.lost(lost) }
        return new
    }
}
