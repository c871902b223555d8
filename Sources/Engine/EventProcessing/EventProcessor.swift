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

    /// A function that returns the handlers of an event's channel, in order. The context gives the journal position, for handlers
    /// that depend on it.
    package typealias HandlersProvider = @Sendable (_ event: Event, _ context: EventContext) -> [any EventHandler]

    /// The limit on answers to one author in one channel, and the notice to moderators when it is exceeded.
    package struct ReplyLimit: Sendable {
        package typealias Count = @Sendable (UserID, ChannelID, EventContext) -> (AnswerCount?, AnswerHold?)

        let count: Count
        let noteMessage: @Sendable (_ author: UserID, _ channel: ChannelID) -> Void
        let notice: @Sendable (AnswerHold, Event, Date) -> SystemEvent.Notice

        /// - Parameters:
        ///   - count: Counts an event that is about to be answered. Returns the updated count, which the turn stores, and the hold if
        ///     the answer must not be sent.
        ///   - noteMessage: Records that a user wrote a message in a channel.
        ///   - notice: Creates the notice to moderators about a hold.
        package init(
            _ count: @escaping Count,
            noteMessage: @escaping @Sendable (_ author: UserID, _ channel: ChannelID) -> Void = { _, _ in },
            notice: @escaping @Sendable (AnswerHold, Event, Date) -> SystemEvent.Notice = { .init($0.reason, at: $2) }
        ) {
            self.count = count
            self.noteMessage = noteMessage
            self.notice = notice
        }
    }

    private let me: UserID
    private let handlers: HandlersProvider
    private let entry: @Sendable (_ sequence: Int64) async throws -> Entry?
    private let deliveries: @Sendable (_ cause: Int64) async throws -> [Delivery]
    private let isApplication: @Sendable (UserID) -> Bool
    private let replyLimit: ReplyLimit?
    let limits: Limits
    private let seed: UInt64
    let time: any TimeSource
    let deadlines: DeadlineTimer
    let logger: Logger

    package init(
        me: UserID, limits: Limits = Limits(), seed: UInt64 = 0, time: any TimeSource, logger: Logger,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry? = { _ in nil },
        deliveries: @escaping @Sendable (_ cause: Int64) async throws -> [Delivery] = { _ in [] },
        isApplication: @escaping @Sendable (UserID) -> Bool = { _ in false }, replyLimit: ReplyLimit? = nil,
        handlers: @escaping HandlersProvider
    ) {
        self.me = me
        self.limits = limits
        self.seed = seed
        self.time = time
        deadlines = DeadlineTimer(time: time)
        self.logger = logger
        self.handlers = handlers
        self.entry = entry
        self.deliveries = deliveries
        self.isApplication = isApplication
        self.replyLimit = replyLimit
    }

    /// Runs one bot again for an entry that it failed to handle. No other handler takes part.
    private func turn(for sequence: Int64, again retry: SystemEvent.Retry) async -> Turn {
        func nothing(_ reason: String) -> Turn {
            Turn(sequence: sequence, trace: Trace([.init(retry.author, Trace.failed, reason)]))
        }
        let entry: Entry?
        let requests: [RepeatedRequest]
        do {
            entry = try await self.entry(retry.entry)
            requests = try await earlierRequests(retry, before: sequence)
        } catch {
            return nothing("#\(retry.entry): \(error)")
        }
        guard let entry, let event = entry.event else { return nothing("#\(retry.entry) does not exist or cannot be decoded") }
        // The clock is that of the original event; random numbers and recorded reads are those of the entry that requests the retry.
        var context = EventContext(now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: sequence)
        context.isByApplication = isApplication(event.actor)
        guard let handler = handlers(event, context).first(where: { $0.name == retry.author }) else {
            return nothing("the bot is not enabled there")
        }
        var builder = TurnBuilder(sequence, event, repeating: requests)
        for (handler, step) in await prepare([handler], event, context, tracing: &builder) {
            for result in await results(of: handler, step, event, tracing: &builder) {
                await add(result, about: event, context, to: &builder)
            }
        }
        return builder.turn
    }

    /// The web requests and orders that a bot has made for an entry, those of the last retry first.
    private func earlierRequests(_ retry: SystemEvent.Retry, before sequence: Int64) async throws -> [RepeatedRequest] {
        var requests: [RepeatedRequest] = []
        var (cause, end) = (retry.failedEntry ?? retry.entry, sequence)
        // A retry follows the entry at which the bot failed, so that the walk ends.
        while cause < end {
            requests += try await deliveries(cause).compactMap { RepeatedRequest($0, of: retry.author) }
            guard case .system(.retried(let earlier))? = try await entry(cause)?.event else { break }
            (cause, end) = (earlier.failedEntry ?? earlier.entry, cause)
        }
        return requests
    }

    /// The turn of a message whose handlers decide without waiting; nil for any other entry, about which nothing is decided then.
    package func immediateTurn(for entry: Entry) -> Turn? {
        guard let event = entry.event, case .message(let message) = event else { return nil }
        var context = EventContext(of: entry, event, as: me, seed: seed)
        context.isByApplication = isApplication(event.actor)
        let all = handlers(event, context)
        // No bot is among them: a rule that runs one fails.
        guard all.allSatisfy({ $0.decidesImmediately(event, in: context) }) else { return nil }
        if message.author.id != me { replyLimit?.noteMessage(message.author.id, message.channel) }
        var builder = TurnBuilder(entry.sequence, event)
        let passed = precheck(all, event, context, tracing: &builder)
        var decisions: [RuleDecision] = []
        for (index, handler) in passed.enumerated() {
            switch handler.handle(event, in: context) {
            case .none: break
            case .absent(let reason): builder.note(handler.name, "skip", reason)
            case .decided(let decision):
                decisions.append(decision)
                guard let reason = decision.stops else { continue }
                for later in passed[(index + 1)...] { builder.note(later.name, "skip", reason) }
            case .awaiting, .checking: preconditionFailure("\(handler.name) waits although it decides immediately")
            }
            if decisions.last?.stops != nil { break }
        }
        for decision in decisions {
            builder.record(decision)
            for result in decision.results {
                builder.add(result)
                guard !result.isShadow else { continue }
                for case .run(let bot, _) in result.actions { builder.note(result.author, "failed", Self.notEnabled(bot)) }
            }
        }
        applyReplyLimit(to: &builder, event, context)
        return builder.turn
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
        if case .message(let message) = event, message.author.id != me {
            replyLimit?.noteMessage(message.author.id, message.channel)
        }
        var builder = TurnBuilder(entry.sequence, event)
        let passed = precheck(handlers(event, context), event, context, tracing: &builder)
        for (handler, step) in await prepare(passed, event, context, tracing: &builder) {
            for result in await results(of: handler, step, event, tracing: &builder) {
                await add(result, about: event, context, to: &builder)
            }
        }
        applyReplyLimit(to: &builder, event, context)
        return builder.turn
    }

    /// Counts an answered event, and holds the answer back if there were too many.
    private func applyReplyLimit(to builder: inout TurnBuilder, _ event: Event, _ context: EventContext) {
        guard let replyLimit, builder.hasAnswers, let author = event.answeredAuthor else { return }
        let (count, hold) = replyLimit.count(author, event.channel, context)
        if let count { builder.note(count) }
        guard let hold else { return }
        builder.holdAnswers(because: hold.reason)
        guard hold.shouldNotify else { return }
        logger.warning(
            "Answers suppressed",
            metadata: [
                "reply_limit.author": "\(author)", "reply_limit.channel": "\(event.channel)",
                "reply_limit.reason": "\(hold.reason)",
            ])
        builder.append(.news(replyLimit.notice(hold, event, context.now)))
    }

    private static func notEnabled(_ bot: String) -> String { "run: the bot '\(bot)' is not enabled here" }

    /// Adds a result. A bot that a rule runs is inserted in place of the rule.
    private func add(_ result: AuthorResult, about event: Event, _ context: EventContext, to builder: inout TurnBuilder) async {
        builder.add(result)
        guard !result.isShadow, case .message(let message) = event else { return }
        for case .run(let bot, let command) in result.actions {
            var request = message
            request.content = Content(command)
            guard let handler = handlers(event, context).first(where: { $0.name == "bot:" + bot }) else {
                builder.note(result.author, "failed", Self.notEnabled(bot))
                continue
            }
            let context = context.requested(by: builder.authorName(result.author, of: bot))
            switch handler.precheck(request, context) {
            case .pass: break
            case .skip(let reason), .drop(let reason):
                builder.note(handler.name, "skip", reason)
                continue
            }
            for (handler, step) in await prepare([handler], .message(request), context, tracing: &builder) {
                for answer in await results(of: handler, step, event, tracing: &builder) {
                    builder.add(answer.requested(by: result.author))
                    for case .run(let other, _) in answer.actions {
                        builder.note(answer.author, "failed", "run: a bot run by a rule cannot run '\(other)'")
                    }
                }
            }
        }
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
        if let decoded { return decoded }
        if let event = SystemEvent(frame: frame) { return .system(event) }
        guard case .envelope(let envelope)? = try? Frame(frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: receivedAt)
        else { return nil }
        return event
    }
}
