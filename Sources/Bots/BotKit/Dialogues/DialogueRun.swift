import Foundation

/// The execution of a dialogue, at its start and at each answer.
struct DialogueRun<B: Bot>: Sendable {
    let commands: CommandTable<B>
    let context: BotContext<B>
    private var invocation: BotInvocation { context.invocation }
    private var chatPreferences: ChatPreferences { invocation.preferences }
    private var key: String { DialogueKey(channel: context.channel, user: context.user).text }

    static var maxErrors: Int { 3 }

    /// Starts the dialogue and asks its first question.
    ///
    /// - Throws: Errors that the dialogue throws before its first question.
    func begin(_ match: CommandTable<B>.Match, _ message: Message, _ call: Command<B>.Call) async throws -> CommandOutcome {
        let old = try await open()
        var record = DialogueRecord(
            command: match.command.profile.name, start: message, began: invocation.context.sequence, at: context.now,
            seed: invocation.context.seed)
        record.start.reactions = []
        if old != nil { try invocation.delete(key) }
        var outcome = try await proceed(record, call, match.command.answerTimeout ?? .zero)
        if let old, context.now <= old.until {
            outcome.applicationActions.insert(.reply(Draft(words(.replaced, old.command))), at: 0)
        }
        return outcome
    }

    /// Handles a message that may be the answer.
    func answer(_ message: Message) async throws -> CommandOutcome {
        guard let record = try await open() else { return nothing("no dialogue is open") }
        if context.now > record.until {
            return isStale(record) ? try end(record, .late, isSilent: true) : try end(record, .late)
        }
        if DialogueEndReason.isCancel(message.text, prefix: chatPreferences.prefix) { return try end(record, .cancelled) }
        var answer = message
        answer.reactions = []
        return try await proceed(record, with: .said(answer))
    }

    /// Handles a press of a button below a question.
    func press(_ click: ButtonClick, _ id: ComponentID) async throws -> CommandOutcome {
        let found = try await PressedMessage.find(id, click, by: context)
        guard case .carried(let message, _) = found else { return nothing(found.reason) }
        return try await pressed(click, id).within(message.topic)
    }

    private func pressed(_ click: ButtonClick, _ id: ComponentID) async throws -> CommandOutcome {
        guard let record = try await open(), let choice = record.choice(of: id) else {
            let wording = LocalizedText(
                "This question is for another user, or has already been answered.",
                vi: "Câu hỏi này dành cho người khác, hoặc đã được trả lời.")
            return CommandOutcome(
                actions: [], reason: "no open question for user \(click.user)",
                applicationActions: [.ephemeral(Draft(wording.text(in: chatPreferences.language)), to: click.user)])
        }
        let shown =
            "\(record.question.text.text(in: chatPreferences.language))\n→ \(choice.label.text(in: chatPreferences.language))"
        var outcome =
            context.now > record.until ? try end(record, .late) : try await proceed(record, with: .pressed(choice.value))
        outcome.applicationActions.insert(.edit(click.message, Draft(shown)), at: 0)
        return outcome
    }

    private func proceed(
        _ record: DialogueRecord, with answer: DialogueRecord.Step.Answer
    ) async throws -> CommandOutcome {
        guard let match = commands.match(record.start), match.command.profile.name == record.command,
            let patience = match.command.answerTimeout
        else { return try end(record, .changed) }
        let call: Command<B>.Call
        do {
            call = try match.command.call(match.text, match.position)
        } catch is LocatedUsageError {
            return try end(record, .changed)
        }
        do {
            return try await proceed(record, call, patience, with: answer)
        } catch let problem as StateError where problem.isSizeLimit {
            return try end(record, .full)
        }
    }

    private func proceed(
        _ record: DialogueRecord, _ call: Command<B>.Call, _ patience: Duration,
        with answer: DialogueRecord.Step.Answer? = nil
    ) async throws -> CommandOutcome {
        var next = record
        next.steps += answer.map { [.init(question: record.question.mark, answer: $0)] } ?? []
        next.until = context.now.addingTimeInterval(patience / .seconds(1))
        let dialogue = Dialogue(next, context)
        let result: Result<[Action], any Error>
        do {
            result = .success(try await call.run(.dialogue(dialogue)))
        } catch {
            result = .failure(error)
        }
        let progress = dialogue.outcome
        if progress.isChanged { return try end(record, .changed) }
        if let usageError = progress.usageError { return try askAgain(record, answer, usageError, until: next.until) }
        if let question = progress.asked {
            next.steps = progress.steps
            next.question = question
            next.mistakes = 0
            try invocation.put(try next.stored(), under: key)
            return CommandOutcome(
                actions: [], reason: "\(record.command) asks: \(question.text.en)",
                applicationActions: [.reply(try draft(question, next, Draft(question.text.text(in: chatPreferences.language))))])
        }
        switch result {
        case .success(let actions):
            guard progress.place == progress.steps.count else { return try end(record, .changed) }
            try invocation.delete(key)
            return CommandOutcome(actions: actions, reason: "\(record.command) is complete")
        case .failure(let mistake as UsageError):
            guard let answer else { throw mistake }
            return try askAgain(
                record, answer, LocatedUsageError(wording: mistake.wording, range: answer.range), until: next.until)
        case .failure(let error): throw error
        }
    }

    /// Marks the error in an answer and asks the same question again.
    private func askAgain(
        _ record: DialogueRecord, _ answer: DialogueRecord.Step.Answer?, _ usageError: LocatedUsageError, until: Date
    ) throws -> CommandOutcome {
        var next = record
        next.mistakes += 1
        next.until = until
        invocation.dropWrites()
        guard next.mistakes < Self.maxErrors else { return try end(record, .mistakes) }
        try invocation.put(try next.stored(), under: key)
        var draft = Draft(usageError.wording.text(in: chatPreferences.language))
        if case .said(let message) = answer {
            draft = UsageDiagnostic(usageError, in: CommandText(message), usage: nil, language: chatPreferences.language).draft
        }
        draft.content.text += "\n\(record.question.text.text(in: chatPreferences.language))"
        return CommandOutcome(
            actions: [], reason: "\(record.command) asks again: \(usageError.wording.en)",
            applicationActions: [.reply(try self.draft(record.question, next, draft))])
    }

    private func end(
        _ record: DialogueRecord, _ reason: DialogueEndReason, isSilent: Bool = false
    ) throws -> CommandOutcome {
        invocation.dropWrites()
        try invocation.delete(key)
        return CommandOutcome(
            actions: [], reason: "\(record.command) ends: \(reason.rawValue)",
            applicationActions: isSilent ? [] : [.reply(Draft(words(reason, record.command)))], isTraced: true)
    }

    /// Returns whether the dialogue expired longer ago than it had waited: the user's message is then hardly an answer.
    private func isStale(_ record: DialogueRecord) -> Bool {
        let patience = commands.match(record.start)?.command.answerTimeout ?? .zero
        return context.now.timeIntervalSince(record.until) > patience / .seconds(1)
    }

    private func nothing(_ reason: String) -> CommandOutcome {
        CommandOutcome(actions: [], reason: reason, isTraced: true)
    }

    private func words(_ reason: DialogueEndReason, _ command: String) -> String {
        reason.wording(of: chatPreferences.prefix + command).text(in: chatPreferences.language)
    }

    /// Returns the open dialogue, or nil if there is none, if it expired long ago, or if it was stored by another build and
    /// cannot be read.
    private func open() async throws -> DialogueRecord? {
        let stored = try await invocation.state(key)
        do {
            return try DialogueRecord(stored).flatMap { ExpiredState.isOver($0.until, at: context.now) ? nil : $0 }
        } catch is DecodingError {
            return nil
        }
    }

    /// Adds the question's buttons to a draft.
    private func draft(_ question: DialogueQuestion, _ record: DialogueRecord, _ draft: Draft) throws -> Draft {
        try draft.adding(
            question.choices.indices.map { index in
                Component.button(
                    id: record.id(of: index, bot: B.manifest.name).text,
                    label: question.choices[index].label.text(in: chatPreferences.language), style: .primary)
            })
    }
}

extension DialogueRecord {
    /// Returns the id of a choice's button, which is unique to the question.
    func id(of choice: Int, bot: String) -> ComponentID {
        ComponentID(bot: bot, route: ComponentID.dialogue, payload: "\(began).\(steps.count).\(choice)")
    }

    /// Returns the choice of the open question that a button stands for.
    func choice(of id: ComponentID) -> DialogueQuestion.Choice? {
        question.choices.indices.first { self.id(of: $0, bot: id.bot) == id }.map { question.choices[$0] }
    }
}

extension DialogueRecord.Step.Answer {
    /// The range of the answer in its message.
    fileprivate var range: Range<Int> {
        guard case .said(let message) = self else { return 0..<0 }
        let text = CommandText(message)
        let start = min(text.skippingSpace(from: 0), text.end)
        return start..<text.end
    }
}
