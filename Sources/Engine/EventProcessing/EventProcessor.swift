package import BotKit
package import ChatModel
package import Foundation
package import Logging
import MezonProtocol
package import Storage

/// Processes one entry with a channel's event handlers. Nothing is stored here: the turn is a value.
package struct EventProcessor: Sendable {
    /// The time limits of the stages.
    package struct Limits: Sendable {
        package var prepare: Duration = .milliseconds(250)
        package var handle: Duration = .seconds(10)
        package init() {}
    }

    /// Returns the handlers of an event's channel, in order. The context gives the journal position, for handlers that depend on
    /// it.
    package typealias HandlersProvider = @Sendable (_ event: Event, _ context: EventContext) -> [any EventHandler]

    /// The guard against endless answers, and what moderators are told of it.
    package struct ReplyLimit: Sendable {
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
    private let participants: HandlersProvider
    private let entry: @Sendable (_ sequence: Int64) async throws -> Entry?
    private let isApplication: @Sendable (UserID) -> Bool
    private let brake: ReplyLimit?
    private let limits: Limits
    private let seed: UInt64
    let time: any TimeSource
    private let logger: Logger

    package init(
        me: UserID, limits: Limits = Limits(), seed: UInt64 = 0, time: any TimeSource, logger: Logger,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry? = { _ in nil },
        isApplication: @escaping @Sendable (UserID) -> Bool = { _ in false }, brake: ReplyLimit? = nil,
        participants: @escaping HandlersProvider
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

    /// Runs one bot again for an entry that it failed to handle. No other handler takes part.
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
        guard let entry, let event = entry.event else { return nothing("#\(retry.entry) does not exist or cannot be decoded") }
        // The clock is that of the original event; random numbers and recorded reads are those of the entry that requests the retry.
        var context = EventContext(now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: sequence)
        context.isByApplication = isApplication(event.actor)
        guard let handler = participants(event, context).first(where: { $0.name == retry.author }) else {
            return nothing("the bot is not enabled there")
        }
        var draft = TurnBuilder(sequence, event)
        for (participant, prepared) in await prepare([handler], event, context, tracing: &draft) {
            for contribution in await contributions(of: participant, prepared, event, tracing: &draft) {
                await add(contribution, about: event, context, to: &draft)
            }
        }
        return draft.turn
    }

    package func turn(for entry: Entry) async -> Turn {
        guard let event = entry.event else {
            return Turn(sequence: entry.sequence, trace: Trace([.init("system", "skip", "it cannot be decoded")]))
        }
        if case .unknown = event {
            return Turn(sequence: entry.sequence, trace: Trace([.init("system", "skip", "unknown event kind")]))
        }
        var context = EventContext(of: entry, event, as: me, seed: seed)
        context.isByApplication = isApplication(event.actor)
        if case .system(.retried(let retry)) = event { return await turn(for: entry.sequence, again: retry) }
        if case .message(let message) = event, message.author.id != me { brake?.hear(message.author.id, message.channel) }
        var draft = TurnBuilder(entry.sequence, event)
        let willing = precheck(event, context, tracing: &draft)
        for (participant, prepared) in await prepare(willing, event, context, tracing: &draft) {
            for contribution in await contributions(of: participant, prepared, event, tracing: &draft) {
                await add(contribution, about: event, context, to: &draft)
            }
        }
        applyBrake(to: &draft, event, context)
        return draft.turn
    }

    /// Counts an answered event, and holds the answer back if there were too many.
    private func applyBrake(to draft: inout TurnBuilder, _ event: Event, _ context: EventContext) {
        guard let brake, draft.hasAnswers, let author = event.answeredAuthor else { return }
        let (count, hold) = brake.count(author, event.channel, context)
        if let count { draft.note(count) }
        guard let hold else { return }
        draft.holdAnswers(because: hold.reason)
        guard hold.shouldNotify else { return }
        logger.warning(
            "Answers suppressed",
            metadata: ["brake.author": "\(author)", "brake.channel": "\(event.channel)", "brake.reason": "\(hold.reason)"])
        draft.append(.news(brake.notice(hold, event, context.now)))
    }

    /// Adds a result. A bot that a rule runs is inserted in place of the rule.
    private func add(_ contribution: AuthorResult, about event: Event, _ context: EventContext, to draft: inout TurnBuilder) async
    {
        draft.add(contribution)
        guard !contribution.isShadow, case .message(let message) = event else { return }
        for case .run(let bot, let command) in contribution.actions {
            var asked = message
            asked.content = Content(command)
            guard let participant = participants(event, context).first(where: { $0.name == "bot:" + bot }) else {
                draft.note(contribution.author, "failed", "run: the bot '\(bot)' is not enabled here")
                continue
            }
            let context = context.requested(by: draft.authorName(contribution.author, of: bot))
            switch participant.precheck(asked, context) {
            case .pass: break
            case .skip(let reason), .drop(let reason):
                draft.note(participant.name, "skip", reason)
                continue
            }
            for (participant, prepared) in await prepare([participant], .message(asked), context, tracing: &draft) {
                for answer in await contributions(of: participant, prepared, event, tracing: &draft) {
                    draft.add(answer.asked(by: contribution.author))
                    for case .run(let other, _) in answer.actions {
                        draft.note(answer.author, "failed", "run: a bot run by a rule cannot run '\(other)'")
                    }
                }
            }
        }
    }

    /// Runs the prechecks of a new message. Other events go to every handler.
    private func precheck(_ event: Event, _ context: EventContext, tracing draft: inout TurnBuilder) -> [any EventHandler] {
        let all = participants(event, context)
        if case .system(.due(let occurrence)) = event { return concerned(all, by: occurrence, tracing: &draft) }
        guard case .message(let message) = event else { return all }
        var handlers: [any EventHandler] = []
        for participant in all {
            switch participant.precheck(message, context) {
            case .pass:
                handlers.append(participant)
            case .skip(let reason):
                draft.note(participant.name, "skip", reason)
            case .drop(let reason):
                draft.note(participant.name, "drop", reason)
                return handlers
            }
        }
        return handlers
    }

    /// Returns the handlers for a due job. Jobs of a bot are not passed to other bots.
    private func concerned(
        _ all: [any EventHandler], by occurrence: SystemEvent.Occurrence, tracing draft: inout TurnBuilder
    ) -> [any EventHandler] {
        let concerned = all.filter { $0.name == occurrence.author || !$0.isBot }
        if occurrence.isForBot, !concerned.contains(where: \.isBot) {
            draft.note(occurrence.author, Trace.skip, "the bot is not enabled there")
        }
        return concerned
    }

    private enum Prepared {
        case decided(RuleDecision)
        case handling(HandlerBody, end: @Sendable (Result<[AuthorResult], any Error>) -> Void)
    }

    private func prepare(
        _ willing: [any EventHandler], _ event: Event, _ context: EventContext, tracing draft: inout TurnBuilder
    ) async -> [(any EventHandler, Prepared)] {
        var prepared: [(any EventHandler, Prepared)] = []
        for (index, participant) in willing.enumerated() {
            switch participant.handle(event, in: context) {
            case .none: break
            case .absent(let reason): draft.note(participant.name, "skip", reason)
            case .concluded(let conclusion):
                prepared.append((participant, .decided(conclusion)))
                if let reason = conclusion.stops {
                    for later in willing[(index + 1)...] { draft.note(later.name, "skip", reason) }
                    return prepared
                }
            case .awaiting(let prepare, let end):
                do {
                    prepared.append(
                        (
                            participant,
                            .handling(
                                try await withDeadline(limit(limits.prepare, of: participant, event), time, prepare), end: end)
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
        of participant: any EventHandler, _ prepared: Prepared, _ event: Event, tracing draft: inout TurnBuilder
    ) async -> [AuthorResult] {
        switch prepared {
        case .decided(let conclusion):
            draft.take(conclusion)
            return conclusion.contributions
        case .handling(let handling, let end):
            do {
                let contributions = try await withDeadline(limit(limits.handle, of: participant, event), time, handling)
                end(.success(contributions))
                return contributions
            } catch {
                end(.failure(error))
                fail(participant, "handle", error, tracing: &draft)
                return []
            }
        }
    }

    private func limit(_ usual: Duration, of participant: any EventHandler, _ event: Event) -> Duration {
        participant.stepTimeout(for: event).map { min($0, usual) } ?? usual
    }

    /// Records a failed handler, which yields no results. The other handlers continue.
    private func fail(_ participant: any EventHandler, _ stage: String, _ error: any Error, tracing draft: inout TurnBuilder) {
        let reason = StorageErrorDescription.words(for: error)
        // Users of private places cause a refused answer at will, and a retry would be refused again: it is no dead letter.
        let outcome = (error as? BotError)?.isDisclosure == true ? Trace.withheld : Trace.failed
        draft.note(participant.name, outcome, "\(stage): \(reason)")
        logger.warning(
            "Event handler failed",
            metadata: ["handler.name": "\(participant.name)", "handler.stage": "\(stage)", "handler.error": "\(reason)"])
    }
}

extension EventContext {
    /// Creates the context of a decision about an entry.
    package init(of entry: Entry, _ event: Event, as me: UserID, seed: UInt64 = 0) {
        self.init(now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: entry.sequence, seed: seed)
    }
}

extension Entry {
    /// The event in the journaled frame; `nil` if this build cannot decode it.
    package var event: Event? {
        if let event = SystemEvent(frame: frame) { return .system(event) }
        guard case .envelope(let envelope)? = try? Frame(frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: receivedAt)
        else { return nil }
        return event
    }
}
