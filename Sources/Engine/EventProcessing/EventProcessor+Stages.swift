import BotKit
import ChatModel
import Foundation
import Logging
import Storage

/// The stages of handlers: precheck, prepare and handle, each within its time limit.
extension EventProcessor {
    /// Runs the prechecks of a new message. Other events go to every handler.
    func precheck(
        _ all: [any EventHandler], _ event: Event, _ context: EventContext, tracing builder: inout TurnBuilder
    ) -> [any EventHandler] {
        let message: Message
        switch event {
        case .system(.due(let occurrence)): return recipients(of: occurrence.author, among: all, tracing: &builder)
        case .system(.response(let response)): return recipients(of: response.author, among: all, tracing: &builder)
        case .message(let new): message = new
        default: return all
        }
        var passed: [any EventHandler] = []
        passed.reserveCapacity(all.count)
        for handler in all {
            switch handler.precheck(message, context) {
            case .pass:
                passed.append(handler)
            case .skip(let reason):
                builder.note(handler.name, "skip", reason)
            case .drop(let reason):
                builder.note(handler.name, "drop", reason)
                return passed
            }
        }
        return passed
    }

    /// Returns the handlers for an event that concerns its author: a due job or a response. Those of a bot are not passed to other bots.
    private func recipients(
        of author: String, among all: [any EventHandler], tracing builder: inout TurnBuilder
    ) -> [any EventHandler] {
        let recipients = all.filter { $0.name == author || !$0.isBot }
        if author.hasPrefix("bot:"), !recipients.contains(where: \.isBot) {
            builder.note(author, Trace.skip, "the bot is not enabled there")
        }
        return recipients
    }

    /// The result of a handler's prepare stage.
    enum PreparedStep {
        /// The decision is already complete.
        case decided(RuleDecision)
        /// The handle stage is to be run. `end` receives its result.
        case handle(HandlerBody, end: @Sendable (Result<[AuthorResult], any Error>) -> Void)
    }

    func prepare(
        _ handlers: [any EventHandler], _ event: Event, _ context: EventContext, tracing builder: inout TurnBuilder
    ) async -> [(any EventHandler, PreparedStep)] {
        var prepared: [(any EventHandler, PreparedStep)] = []
        for (index, handler) in handlers.enumerated() {
            switch handler.handle(event, in: context) {
            case .none: break
            case .absent(let reason): builder.note(handler.name, "skip", reason)
            case .decided(let decision):
                prepared.append((handler, .decided(decision)))
                if let reason = decision.stops {
                    for later in handlers[(index + 1)...] { builder.note(later.name, "skip", reason) }
                    return prepared
                }
            case .checking(let check):
                do {
                    switch try await deadlines.run(within: limit(limits.prepare, of: handler, event), check) {
                    case .pass: break
                    case .skip(let reason): builder.note(handler.name, Trace.skip, reason)
                    case .drop(let reason):
                        builder.note(handler.name, "drop", reason)
                        return prepared
                    }
                } catch {
                    fail(handler, "prepare", error, tracing: &builder)
                }
            case .awaiting(let prepare, let end):
                do {
                    let handle = try await deadlines.run(within: limit(limits.prepare, of: handler, event), prepare)
                    prepared.append((handler, .handle(handle, end: end)))
                } catch {
                    end(.failure(error))
                    fail(handler, "prepare", error, tracing: &builder)
                }
            }
        }
        return prepared
    }

    func results(
        of handler: any EventHandler, _ step: PreparedStep, _ event: Event, tracing builder: inout TurnBuilder
    ) async -> [AuthorResult] {
        switch step {
        case .decided(let decision):
            builder.record(decision)
            return decision.results
        case .handle(let handle, let end):
            do {
                let results = try await deadlines.run(within: limit(limits.handle, of: handler, event), handle)
                end(.success(results))
                return results
            } catch {
                end(.failure(error))
                fail(handler, "handle", error, tracing: &builder)
                return []
            }
        }
    }

    private func limit(_ standard: Duration, of handler: any EventHandler, _ event: Event) -> Duration {
        handler.stepTimeout(for: event).map { min($0, standard) } ?? standard
    }

    /// Records a failed handler, which yields no results. The other handlers continue.
    private func fail(_ handler: any EventHandler, _ stage: String, _ error: any Error, tracing builder: inout TurnBuilder) {
        let reason = StorageErrorDescription.words(for: error)
        // Users of private places cause a refused answer at will, and a retry would be refused again: it is no dead letter.
        let outcome = (error as? BotError)?.isDisclosure == true ? Trace.withheld : Trace.failed
        builder.note(handler.name, outcome, "\(stage): \(reason)")
        logger.warning(
            "Event handler failed",
            metadata: ["handler.name": "\(handler.name)", "handler.stage": "\(stage)", "handler.error": "\(reason)"])
    }
}
