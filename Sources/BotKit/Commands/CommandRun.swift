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
    let manners: Manners
    let commands: CommandTable<B>
    private var profile: CommandProfile { match.command.profile }
    private var attempt: Attempt { context.attempt }

    typealias Outcome = CommandOutcome

    func outcome(of event: Event) async throws -> Outcome {
        if case .edit = event { try await outcomeOfEdit() } else { try await outcome() }
    }

    private func outcome() async throws -> Outcome {
        let member = try await attempt.member(message.author.id)
        if member?.isBot == true { return Outcome(actions: [], reason: "\(profile.name): an application gives no commands") }
        let refusals = Refusals(profile: profile, manners: manners)
        guard profile.audience.includes(message.author.id, member) else {
            return refused(
                try await refusals.audience(isKnown: member != nil, role: attempt.title(of:)), "is not for \(message.author.id)")
        }
        do {
            let call = try match.command.call(match.text, match.position)
            if let wait = try await wait(refusals) { return wait }
            var outcome = try await run(call)
            try await beginCooldown()
            if outcome.ofHouse.isEmpty { outcome.reason = profile.name }
            return outcome
        } catch let misreading as Misreading {
            return Outcome(
                actions: [.reply(answer(to: misreading))], reason: "\(profile.name): it cannot be read", isOfHouse: true)
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
            let rest = try await CooldownLedger(attempt.state(cooldown.key(at: attempt.scene))).rests[profile.name]
            guard rest?.message == message.id else { return nothing("somebody has used it since, or it was refused") }
        }
        do {
            let actions = try await run(try match.command.call(match.text, match.position)).actions
            guard !attempt.hasWrites else {
                attempt.dropWrites()
                return nothing("what it remembers does not change with an edit")
            }
            guard actions.count == 1, case .reply(let draft)? = actions.first else { return nothing("it is not one reply") }
            return Outcome(actions: [.editReply(draft)], reason: profile.name)
        } catch let misreading as Misreading {
            // Of a bot that remembers nobody knows here whether the first wording was counted; its answer stays.
            guard B.State.self == NoState.self else { return nothing("it cannot be read any more") }
            return Outcome(
                actions: [.editReply(answer(to: misreading))], reason: "\(profile.name): it cannot be read", isOfHouse: true)
        }
    }

    /// What comes of a command whose message was changed, where it is carried out again.
    private func revision() async throws -> Outcome {
        let member = try await attempt.member(message.author.id)
        guard member?.isBot != true, profile.audience.includes(message.author.id, member) else {
            return Outcome(actions: [], reason: "\(profile.name): it was refused")
        }
        do {
            return try await run(try match.command.call(match.text, match.position))
        } catch let misreading as Misreading {
            return Outcome(
                actions: [.editReply(answer(to: misreading))], reason: "\(profile.name): it cannot be read", isOfHouse: true)
        }
    }

    /// - Throws: `Misreading` for a mistake that the command itself has found; nothing is remembered then.
    private func run(_ call: Command<B>.Call) async throws -> Outcome {
        do {
            if match.command.patience != nil {
                return try await DialogueRun(commands: commands, context: context, manners: manners).begin(match, message, call)
            }
            return Outcome(actions: try await call.run(.context(context)), reason: profile.name)
        } catch let mistake as Mistake {
            attempt.dropWrites()
            let all = match.text.skippingSpace(from: match.position)..<max(match.text.end, match.position)
            let whole = all.lowerBound < all.upperBound ? all : match.position..<match.position
            let span = mistake.argument.flatMap { call.spans.indices.contains($0) ? call.spans[$0] : nil } ?? whole
            throw Misreading(wording: mistake.wording, range: mistake.range ?? span)
        }
    }

    private func answer(to misreading: Misreading) -> Draft {
        Pointer(misreading, in: match.text, usage: profile.usage(manners), language: manners.language).draft
    }

    private func refused(_ wording: Wording, _ reason: String) -> Outcome {
        Outcome(
            actions: [.reply(Draft(wording.text(in: manners.language)))], reason: "\(profile.name): \(reason)", isOfHouse: true)
    }

    // When

    /// The answer to somebody who has to wait; they are told once.
    private func wait(_ refusals: Refusals) async throws -> Outcome? {
        guard let cooldown = profile.cooldown else { return nil }
        let ledger = try CooldownLedger(try await attempt.state(cooldown.key(at: attempt.scene)))
        guard let rest = ledger.rest(of: profile.name, at: context.now) else { return nil }
        guard !rest.wasTold else { return Outcome(actions: [], reason: "\(profile.name): rests, as was said") }
        try await note(cooldown) { $0.noteTold(profile.name) }
        return refused(refusals.cooldown(cooldown, left: rest.until.timeIntervalSince(context.now)), "rests")
    }

    private func beginCooldown() async throws {
        guard let cooldown = profile.cooldown else { return }
        try await note(cooldown) { $0.begin(profile.name, for: cooldown.length, with: message.id, at: context.now) }
    }

    private func note(_ cooldown: Cooldown, _ change: (inout CooldownLedger) -> Void) async throws {
        let key = cooldown.key(at: attempt.scene)
        while true {
            let before = try await attempt.state(key)
            var ledger = try CooldownLedger(before)
            change(&ledger)
            if try attempt.replace(before, by: try ledger.stored(), under: key) { return }
        }
    }
}
