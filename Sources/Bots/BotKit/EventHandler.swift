/// A type that decides on the events of a channel: channel middleware, the rules, or a bot.
///
/// All prechecks run first. Then each handler is asked for its step, in the order of the list: rules decide at once, others prepare. Then
/// those that have prepared handle, in the same order.
package protocol EventHandler: Sendable {
    /// The name shown in traces: `middleware:max_length`, `rules`, `bot:echo`.
    var name: String { get }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict

    /// Returns the maximum duration of one of its steps for an event, if less than the general limit.
    func stepTimeout(for event: Event) -> Duration?

    /// Returns whether the handler decides an event without waiting and without running code of bots. `handle` then returns no
    /// awaiting step for it.
    ///
    /// If this holds for all handlers of a channel, they decide before the event is durable, on the thread that writes it.
    func decidesImmediately(_ event: Event, in context: EventContext) -> Bool

    /// A Boolean value that indicates whether it asks users questions whose answers it awaits.
    var hasDialogues: Bool { get }

    /// Returns how the handler takes part after the prechecks.
    func handle(_ event: Event, in context: EventContext) -> HandlingStep
}

/// The part that a handler takes after the prechecks. Only steps that may wait need a deadline.
package enum HandlingStep: Sendable {
    /// Nothing: a handler that only inspects the event.
    case none
    /// Nothing, with the reason: the handler would otherwise have taken part.
    case absent(String)
    /// A decision made without waiting, as by the rules.
    case decided(RuleDecision)
    /// A check of the message that may wait and has a time limit. Handlers that follow a dropped message do not take part; after an
    /// error the message passes.
    case checking(@Sendable () async throws -> Verdict)
    /// A computation that may wait and has a time limit, as of a bot. It looks up what it needs and returns the deciding step.
    /// `end` is called once when it is over, with the accepted results, or with the error for which nothing of it counts.
    case awaiting(
        @Sendable () async throws -> HandlerBody, end: @Sendable (Result<[AuthorResult], any Error>) -> Void = { _ in })
}

package typealias HandlerBody = @Sendable () async throws -> [AuthorResult]

extension EventHandler {
    package var isBot: Bool { name.hasPrefix("bot:") }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict { .pass }
    package func stepTimeout(for event: Event) -> Duration? { nil }
    package func decidesImmediately(_ event: Event, in context: EventContext) -> Bool { false }
    package var hasDialogues: Bool { false }
    package func handle(_ event: Event, in context: EventContext) -> HandlingStep { .none }
}

/// Middleware that inspects outgoing messages of a channel before they are sent.
package protocol DeliveryMiddleware: Sendable {
    /// The name shown in traces: `middleware:read_only`.
    var name: String { get }

    /// Decides whether to send. Skip and drop both end the delivery, with the reason.
    func precheck(_ outgoing: ResolvedAction) -> Verdict

    /// Returns whether the action is sent as it is, which saves asking `precheck` and `prepare`.
    func ignores(_ outgoing: ResolvedAction) -> Bool

    /// Returns the action to send instead. Equal requests must give equal results: a delivery is prepared again after a crash.
    ///
    /// - Parameter cause: The journal sequence number of the entry that caused the delivery.
    /// - Throws: `DeliveryMiddlewareError`; any other error fails the delivery for good.
    func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction
}

/// The end of a delivery that middleware does not let through.
package enum DeliveryMiddlewareError: Error, Equatable, CustomStringConvertible {
    /// The message is not to be sent, which is not a failure.
    case withheld(String)
    /// The middleware has failed. The delivery is given up and can be sent again.
    case failed(String)

    package var description: String {
        switch self {
        case .withheld(let reason), .failed(let reason): reason
        }
    }
}

extension DeliveryMiddleware {
    package func precheck(_ outgoing: ResolvedAction) -> Verdict { .pass }
    package func ignores(_ outgoing: ResolvedAction) -> Bool { false }
    package func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction { outgoing }
}
