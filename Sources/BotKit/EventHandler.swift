/// Somebody in a channel's list who looks at its events: a message hook, the rules, or a bot.
///
/// The lane calls all prechecks first, then everybody prepares in the list's order, then everybody handles in the same order.
package protocol EventHandler: Sendable {
    /// Shown in traces: `hook:max_length`, `rules`, `bot:echo`.
    var name: String { get }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict

    /// How long one step of it may take where that is less than what everybody may.
    var patience: Duration? { get }

    /// How it takes part in what comes after the prechecks.
    func attendance(at event: Event, _ context: EventContext) -> HandlingStep
}

/// What a participant does after the prechecks. Only what may wait costs a deadline.
package enum HandlingStep: Sendable {
    /// Nothing: a hook that only looks.
    case none
    /// Nothing, and why: it would have taken part.
    case absent(String)
    /// It has decided, without waiting for anything: the rules.
    case concluded(RuleDecision)
    /// It may wait, and is given up on after a while: a bot. It looks up what it needs and returns the deciding step. `end` is called
    /// once, when it is over: with what counts, or with the error for which nothing of it does.
    case deliberating(
        @Sendable () async throws -> HandlerBody, end: @Sendable (Result<[AuthorResult], any Error>) -> Void = { _ in })
}

package typealias HandlerBody = @Sendable () async throws -> [AuthorResult]

extension EventHandler {
    package var isBot: Bool { name.hasPrefix("bot:") }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict { .pass }
    package var patience: Duration? { nil }
    package func attendance(at event: Event, _ context: EventContext) -> HandlingStep { .none }
}

/// Somebody in a channel's list who looks at what is about to be sent there.
package protocol DeliveryMiddleware: Sendable {
    /// Shown in traces: `hook:read_only`.
    var name: String { get }

    /// Skip and drop both end the delivery, with the reason.
    func precheck(_ outgoing: ResolvedAction) -> Verdict

    /// Returns what is to be sent instead. Equal requests must come out equal: a delivery is prepared again after a crash.
    func prepare(_ outgoing: ResolvedAction) async throws -> ResolvedAction
}

extension DeliveryMiddleware {
    package func precheck(_ outgoing: ResolvedAction) -> Verdict { .pass }
    package func prepare(_ outgoing: ResolvedAction) async throws -> ResolvedAction { outgoing }
}
