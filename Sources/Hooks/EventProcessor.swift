package import BotKit
package import Foundation
package import Logging
package import MezonModel
import MezonWire
package import Persistence

/// Takes one entry through a channel's list and says what it came to. Nothing is written here: the turn is a value.
package struct EventProcessor: Sendable {
    /// The budgets of house.md.
    package struct Limits: Sendable {
        package var prepare: Duration = .milliseconds(250)
        package var handle: Duration = .seconds(10)
        package init() {}
    }

    /// Who looks at a channel's events, in order; the context says where in the journal, for those that change with it.
    package typealias Participants = @Sendable (_ event: Event, _ context: EventContext) -> [any EventHandler]

    /// The guard against endless answers, and what moderators are told of it.
    package struct Brake: Sendable {
        package typealias Count = @Sendable (UserID, ChannelID, EventContext) -> (AnswerCount?, AnswerHold?)

        let count: Count
        let hear: @Sendable (UserID, ChannelID) -> Void
        let notice: @Sendable (AnswerHold, Event, Date) -> SystemEvent.Notice

        /// - Parameters:
        ///   - count: counts an event that is about to be answered; returns what the turn keeps of it, and the hold where the answer is
        ///     not to be sent.
        ///   - hear: takes note of somebody who speaks in a channel.
        package init(
            _ count: @escaping Count, hear: @escaping @Sendable (UserID, ChannelID) -> Void = { _, _ in },
            notice: @escaping @Sendable (AnswerHold, Event, Date) -> SystemEvent.Notice = { .init($0.reason, at: $2) }
        ) {
            self.count = count
            self.hear = hear
            self.notice = notice
        }
    }

    private let me: UserID
    private let participants: Participants
    private let entry: @Sendable (_ sequence: Int64) async throws -> Entry?
    private let isApplication: @Sendable (UserID) -> Bool
    private let brake: Brake?
    private let limits: Limits
    private let seed: UInt64
    let time: any TimeSource
    private let logger: Logger

    package init(
        me: UserID, limits: Limits = Limits(), seed: UInt64 = 0, time: any TimeSource, logger: Logger,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry? = { _ in nil },
        isApplication: @escaping @Sendable (UserID) -> Bool = { _ in false }, brake: Brake? = nil,
        participants: @escaping Participants
    ) {
        self.me = me
        self.limits = limits
        self.seed = seed
        self.time = time
        self.logger = logger
        self.participants = participants
        self.entry = entry
        self.isApplication = isApplication
        self.brake = brake
    }

    /// Asks one bot again about an entry that it could not answer; nobody else hears of it.
    private func turn(for sequence: Int64, again retry: SystemEvent.Retry) async -> Turn {
        func nothing(_ reason: String) -> Turn {
            Turn(sequence: sequence, trace: Trace([.init(retry.author, Trace.failed, reason)]))
        }
        let entry: Entry?
        do {
            entry = try await self.entry(retry.entry)
        } catch {
            return nothing("#\(retry.entry): \(error)")
        }
        guard let entry, let event = entry.event else { return nothing("#\(retry.entry) is gone or cannot be read") }
        // The chance and the records are this entry's; the clock is still that of what happened.
        var occasion = EventContext(now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: sequence)
        occasion.isByApplication = isApplication(event.actor)
        guard let participant = participants(event, occasion).first(where: { $0.name == retry.author }) else {
            return nothing("it is not switched on there")
        }
        var draft = TurnBuilder(sequence, event)
        for (participant, prepared) in await prepare([participant], event, occasion, tracing: &draft) {
            for contribution in await contributions(of: participant, prepared, tracing: &draft) {
                await add(contribution, about: event, occasion, to: &draft)
            }
        }
        return draft.turn
    }

    package func turn(for entry: Entry) async -> Turn {
        guard let event = entry.event else {
            return Turn(sequence: entry.sequence, trace: Trace([.init("house", "skip", "it cannot be read")]))
        }
        if case .unknown = event {
            return Turn(sequence: entry.sequence, trace: Trace([.init("house", "skip", "a kind this build does not know")]))
        }
        var context = EventContext(of: entry, event, as: me, seed: seed)
        context.isByApplication = isApplication(event.actor)
        if case .house(.retried(let retry)) = event { return await turn(for: entry.sequence, again: retry) }
        if case .message(let message) = event, message.author.id != me { brake?.hear(message.author.id, message.channel) }
        var draft = TurnBuilder(entry.sequence, event)
        let willing = precheck(event, context, tracing: &draft)
        for (participant, prepared) in await prepare(willing, event, context, tracing: &draft) {
            for contribution in await contributions(of: participant, prepared, tracing: &draft) {
                await add(contribution, about: event, context, to: &draft)
            }
        }
        applyBrake(to: &draft, event, context)
        return draft.turn
    }

    /// Counts an answered event, and holds the answer where there were too many.
    private func applyBrake(to draft: inout TurnBuilder, _ event: Event, _ context: EventContext) {
        guard let brake, draft.hasAnswers, let author = event.answeredAuthor else { return }
        let (count, hold) = brake.count(author, event.channel, context)
        if let count { draft.note(count) }
        guard let hold else { return }
        draft.holdAnswers(because: hold.reason)
        guard hold.isNews else { return }
        logger.warning(
            "Answers held back",
            metadata: ["brake.author": "\(author)", "brake.channel": "\(event.channel)", "brake.reason": "\(hold.reason)"])
        draft.append(.news(brake.notice(hold, event, context.now)))
    }

    /// What a rule hands to a bot stands where the rule did.
    private func add(_ contribution: AuthorResult, about event: Event, _ context: EventContext, to draft: inout TurnBuilder) async
    {
        draft.add(contribution)
        guard !contribution.isShadow, case .message(let message) = event else { return }
        for case .run(let bot, let command) in contribution.actions {
            var asked = message
            asked.content = Content(command)
            guard let participant = participants(event, context).first(where: { $0.name == "bot:" + bot }) else {
                draft.note(contribution.author, "failed", "run: the bot '\(bot)' is not switched on here")
                continue
            }
            let context = context.asked(by: draft.asker(contribution.author, of: bot))
            switch participant.precheck(asked, context) {
            case .pass: break
            case .skip(let reason), .drop(let reason):
                draft.note(participant.name, "skip", reason)
                continue
            }
            for (participant, prepared) in await prepare([participant], .message(asked), context, tracing: &draft) {
                for answer in await contributions(of: participant, prepared, tracing: &draft) {
                    draft.add(answer.asked(by: contribution.author))
                    for case .run(let other, _) in answer.actions {
                        draft.note(answer.author, "failed", "run: it was run itself, and may not run '\(other)'")
                    }
                }
            }
        }
    }

    /// Only a new message has prechecks; everything else goes to everybody.
    private func precheck(_ event: Event, _ context: EventContext, tracing draft: inout TurnBuilder) -> [any EventHandler] {
        let all = participants(event, context)
        if case .house(.due(let occurrence)) = event { return concerned(all, by: occurrence, tracing: &draft) }
        guard case .message(let message) = event else { return all }
        var willing: [any EventHandler] = []
        for participant in all {
            switch participant.precheck(message, context) {
            case .pass:
                willing.append(participant)
            case .skip(let reason):
                draft.note(participant.name, "skip", reason)
            case .drop(let reason):
                draft.note(participant.name, "drop", reason)
                return willing
            }
        }
        return willing
    }

    /// What a bot wanted to be told of is told to no other bot.
    private func concerned(
        _ all: [any EventHandler], by occurrence: SystemEvent.Occurrence, tracing draft: inout TurnBuilder
    ) -> [any EventHandler] {
        let concerned = all.filter { $0.name == occurrence.author || !$0.isBot }
        if occurrence.isForBot, !concerned.contains(where: \.isBot) {
            draft.note(occurrence.author, Trace.skip, "it is not switched on there")
        }
        return concerned
    }

    private enum Prepared {
        case concluded(RuleDecision)
        case handling(HandlerBody, end: @Sendable (Result<[AuthorResult], any Error>) -> Void)
    }

    private func prepare(
        _ willing: [any EventHandler], _ event: Event, _ context: EventContext, tracing draft: inout TurnBuilder
    ) async -> [(any EventHandler, Prepared)] {
        var prepared: [(any EventHandler, Prepared)] = []
        for (index, participant) in willing.enumerated() {
            switch participant.attendance(at: event, context) {
            case .none: break
            case .absent(let reason): draft.note(participant.name, "skip", reason)
            case .concluded(let conclusion):
                prepared.append((participant, .concluded(conclusion)))
                if let reason = conclusion.stops {
                    for later in willing[(index + 1)...] { draft.note(later.name, "skip", reason) }
                    return prepared
                }
            case .deliberating(let prepare, let end):
                do {
                    prepared.append(
                        (
                            participant,
                            .handling(try await withDeadline(limit(limits.prepare, of: participant), time, prepare), end: end)
                        ))
                } catch {
                    end(.failure(error))
                    fail(participant, "prepare", error, tracing: &draft)
                }
            }
        }
        return prepared
    }

    private func contributions(
        of participant: any EventHandler, _ prepared: Prepared, tracing draft: inout TurnBuilder
    ) async -> [AuthorResult] {
        switch prepared {
        case .concluded(let conclusion):
            draft.take(conclusion)
            return conclusion.contributions
        case .handling(let handling, let end):
            do {
                let contributions = try await withDeadline(limit(limits.handle, of: participant), time, handling)
                end(.success(contributions))
                return contributions
            } catch {
                end(.failure(error))
                fail(participant, "handle", error, tracing: &draft)
                return []
            }
        }
    }

    private func limit(_ usual: Duration, of participant: any EventHandler) -> Duration {
        participant.patience.map { min($0, usual) } ?? usual
    }

    /// One that throws yields nothing, and the others go on.
    private func fail(_ participant: any EventHandler, _ stage: String, _ error: any Error, tracing draft: inout TurnBuilder) {
        let reason = StorageErrorDescription.words(for: error)
        draft.note(participant.name, "failed", "\(stage): \(reason)")
        logger.warning(
            "A participant failed",
            metadata: ["hooks.participant": "\(participant.name)", "hooks.stage": "\(stage)", "hooks.error": "\(reason)"])
    }
}

extension EventContext {
    /// What a decision about an entry may know besides its event.
    package init(of entry: Entry, _ event: Event, as me: UserID, seed: UInt64 = 0) {
        self.init(now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: entry.sequence, seed: seed)
    }
}

extension Entry {
    /// What the journalled frame says; nil where this build cannot read it.
    package var event: Event? {
        if let event = SystemEvent(frame: frame) { return .house(event) }
        guard case .envelope(let envelope)? = try? Frame(frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: receivedAt)
        else { return nil }
        return event
    }
}
