import Foundation

/// What comes of a command, and why.
struct CommandOutcome: Sendable {
    var actions: [Action]
    var reason: String
    /// Whether the house says it and not the bot, which needs nobody's leave.
    var isOfHouse = false
    /// What the house says besides, before the bot: the questions of its dialogues.
    var ofHouse: [Action] = []
    /// Whether the trace says why where nothing comes of it.
    var isTold = false
    /// That of the message pressed.
    var topic: TopicID = 0

    func within(_ topic: TopicID) -> CommandOutcome {
        var outcome = self
        outcome.topic = topic
        return outcome
    }
}

/// One command that somebody has given: who may, what it says, whether it rests, and what comes of it.
struct CommandRun<B: Bot>: Sendable {
    let match: CommandTable<B>.Match
    let message: Message
    let context: BotContext<B>
    let manners: ChatPreferences
    let commands: CommandTable<B>
    private var profile: CommandDescriptor { match.command.profile }
    private var attempt: BotInvocation { context.attempt }

    typealias Outcome = CommandOutcome

    func outcome(of event: Event) async throws -> Outcome {
        if case .edit = event { try await outcomeOfEdit() } else { try await outcome() }
    }

    private func outcome() async throws -> Outcome {
        let member = try await attempt.member(message.author.id)
        if member?.isBot == true { return Outcome(actions: [], reason: "\(profile.name): an application gives no commands") }
        let refusals = RefusalMessages(profile: profile, manners: manners)
        guard profile.audience.includes(message.author.id, member) else {
            if member?.isUnidentified == true {
                return refused(refusals.unidentified, "\(message.author.id) is not identified yet")
            }
            return refused(
                try await refusals.audience(isKnown: member != nil, role: attempt.title(of:)), "is not for \(message.author.id)")
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let misreading as LocatedUsageError {
            return Outcome(
                actions: [.reply(answer(to: misreading))], reason: "\(profile.name): it cannot be read", isOfHouse: true)
        }
        if let wait = try await wait(refusals) { return wait }
        let result = try await run(call)
        // It rests also after a mistake: what it did to find it may have cost as much.
        try await pace.begin(with: message.id)
        switch result {
        case .said(var outcome):
            if outcome.ofHouse.isEmpty { outcome.reason = profile.name }
            return outcome
        case .mistaken(let misreading):
            return Outcome(
                actions: [.reply(answer(to: misreading))], reason: "\(profile.name): \(misreading.wording.en)", isOfHouse: true)
        case .full(let problem): return refused(StateError.noRoom, "\(problem)")
        }
    }

    /// What comes of a command whose message was changed: the answer that it got is changed, or nothing.
    private func outcomeOfEdit() async throws -> Outcome {
        func nothing(_ reason: String) -> Outcome { Outcome(actions: [], reason: "\(profile.name): \(reason)") }
        if profile.revises { return try await revision() }
        guard profile.follows else { return nothing("its answer does not follow an edit") }
        let member = try await attempt.member(message.author.id)
        guard member?.isBot != true, profile.audience.includes(message.author.id, member) else {
            return nothing("it was refused")
        }
        if let cooldown = profile.cooldown {
            let ledger = try CooldownLedger(try await attempt.state(cooldown.key(at: attempt.scene)))
            guard ledger.message(of: profile.name, at: context.now) == message.id else {
                return nothing("somebody has used it since, or it was refused")
            }
        }
        func corrected(_ misreading: LocatedUsageError, _ reason: String) -> Outcome {
            // Of a bot that remembers nobody knows here whether the first wording was counted; its answer stays.
            guard B.State.self == NoState.self else { return nothing("it cannot be read any more") }
            return Outcome(
                actions: [.editReply(answer(to: misreading))], reason: "\(profile.name): \(reason)", isOfHouse: true)
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let misreading as LocatedUsageError {
            return corrected(misreading, "it cannot be read")
        }
        switch try await run(call) {
        case .said(let outcome):
            guard !attempt.hasWrites else {
                attempt.dropWrites()
                return nothing("what it remembers does not change with an edit")
            }
            guard outcome.actions.count == 1, case .reply(let draft)? = outcome.actions.first else {
                return nothing("it is not one reply")
            }
            return Outcome(actions: [.editReply(draft)], reason: profile.name)
        case .mistaken(let misreading): return corrected(misreading, misreading.wording.en)
        case .full: return nothing("what it remembers does not change with an edit")
        }
    }

    /// What comes of a command whose message was changed, where it is carried out again.
    private func revision() async throws -> Outcome {
        func corrected(_ draft: Draft, _ reason: String) -> Outcome {
            Outcome(actions: [.editReply(draft)], reason: "\(profile.name): \(reason)", isOfHouse: true)
        }
        let member = try await attempt.member(message.author.id)
        guard member?.isBot != true, profile.audience.includes(message.author.id, member) else {
            return Outcome(actions: [], reason: "\(profile.name): it was refused")
        }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch let misreading as LocatedUsageError {
            return corrected(answer(to: misreading), "it cannot be read")
        }
        switch try await run(call) {
        case .said(let outcome): return outcome
        case .mistaken(let misreading): return corrected(answer(to: misreading), misreading.wording.en)
        case .full(let problem): return corrected(Draft(StateError.noRoom.text(in: manners.language)), "\(problem)")
        }
    }

    /// What came of the command itself. Nothing is remembered of one that says nothing.
    private enum Result {
        case said(Outcome)
        /// It has found a mistake.
        case mistaken(LocatedUsageError)
        /// It would have remembered more than it may.
        case full(StateError)
    }

    private func run(_ call: Command<B>.Call) async throws -> Result {
        do {
            if match.command.patience != nil {
                let dialogue = DialogueRun(commands: commands, context: context, manners: manners)
                return .said(try await dialogue.begin(match, message, call))
            }
            return .said(Outcome(actions: try await call.run(.context(context)), reason: profile.name))
        } catch let mistake as UsageError {
            attempt.dropWrites()
            let all = match.text.skippingSpace(from: match.position)..<max(match.text.end, match.position)
            let whole = all.lowerBound < all.upperBound ? all : match.position..<match.position
            let span = mistake.argument.flatMap { call.spans.indices.contains($0) ? call.spans[$0] : nil } ?? whole
            return .mistaken(LocatedUsageError(wording: mistake.wording, range: mistake.range ?? span))
        } catch let problem as StateError where problem.isOfRoom {
            attempt.dropWrites()
            return .full(problem)
        }
    }

    private func answer(to misreading: LocatedUsageError) -> Draft {
        UsageDiagnostic(misreading, in: match.text, usage: profile.usage(manners), language: manners.language).draft
    }

    private func refused(_ wording: LocalizedText, _ reason: String) -> Outcome {
        Outcome(
            actions: [.reply(Draft(wording.text(in: manners.language)))], reason: "\(profile.name): \(reason)", isOfHouse: true)
    }

    // When

    /// The answer to somebody who has to wait; they are told once.
    private func wait(_ refusals: RefusalMessages) async throws -> Outcome? {
        guard let rest = try await pace.rest() else { return nil }
        guard !rest.wasTold else { return Outcome(actions: [], reason: "\(profile.name): rests, as was said") }
        return refused(refusals.cooldown(pace.cooldown, left: rest.until.timeIntervalSince(context.now)), "rests")
    }

    /// Its own, or that of all commands that name none.
    private var pace: CommandPace {
        CommandPace(
            attempt: attempt, name: profile.name, cooldown: profile.cooldown ?? .usual(uses: manners.usesOfCommand))
    }
}
