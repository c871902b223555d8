/// Somebody in a channel's list who looks at its events: a message hook, the rules, or a bot.
///
/// The lane calls all prechecks first, then everybody prepares in the list's order, then everybody handles in the same order.
package protocol Participant: Sendable {
    /// Shown in traces: `hook:max_length`, `rules`, `bot:echo`.
    var name: String { get }

    func precheck(_ message: Message, _ context: Occasion) -> Verdict

    /// How long one step of it may take where that is less than what everybody may.
    var patience: Duration? { get }

    /// How it takes part in what comes after the prechecks.
    func attendance(at event: Event, _ context: Occasion) -> Attendance
}

/// What a participant does after the prechecks. Only what may wait costs a deadline.
package enum Attendance: Sendable {
    /// Nothing: a hook that only looks.
    case none
    /// Nothing, and why: it would have taken part.
    case absent(String)
    /// It has decided, without waiting for anything: the rules.
    case concluded(Conclusion)
    /// It may wait, and is given up on after a while: a bot. It looks up what it needs and returns the deciding step. `end` is called
    /// once, when it is over: with what counts, or with the error for which nothing of it does.
    case deliberating(
        @Sendable () async throws -> Handling, end: @Sendable (Result<[Contribution], any Error>) -> Void = { _ in })
}

package typealias Handling = @Sendable () async throws -> [Contribution]

extension Participant {
    package var isBot: Bool { name.hasPrefix("bot:") }

    package func precheck(_ message: Message, _ context: Occasion) -> Verdict { .pass }
    package var patience: Duration? { nil }
    package func attendance(at event: Event, _ context: Occasion) -> Attendance { .none }
}

/// Somebody in a channel's list who looks at what is about to be sent there.
package protocol OutgoingHook: Sendable {
    /// Shown in traces: `hook:read_only`.
    var name: String { get }

    /// Skip and drop both end the delivery, with the reason.
    func precheck(_ outgoing: Outgoing) -> Verdict

    /// Returns what is to be sent instead. Equal requests must come out equal: a delivery is prepared again after a crash.
    func prepare(_ outgoing: Outgoing) async throws -> Outgoing
}

extension OutgoingHook {
    package func precheck(_ outgoing: Outgoing) -> Verdict { .pass }
    package func prepare(_ outgoing: Outgoing) async throws -> Outgoing { outgoing }
}
