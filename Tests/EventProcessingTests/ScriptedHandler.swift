import BotKit
import ChatModel

/// A handler that follows a script.
struct ScriptedHandler: EventHandler {
    let name: String
    var stepTimeout: Duration?
    let verdict: @Sendable (Message, EventContext) -> Verdict
    let preparing: @Sendable (Event, EventContext) async throws -> Void
    let handling: @Sendable (Event, EventContext) async throws -> [AuthorResult]

    /// Creates a handler that answers every message with its name.
    init(
        _ name: String, verdict: @escaping @Sendable (Message, EventContext) -> Verdict = { _, _ in .pass },
        preparing: @escaping @Sendable (Event, EventContext) async throws -> Void = { _, _ in }
    ) {
        self.init(name, verdict: verdict, preparing: preparing) { _, _ in
            [AuthorResult(author: name, actions: [.reply("from \(name)")])]
        }
    }

    init(
        _ name: String, verdict: @escaping @Sendable (Message, EventContext) -> Verdict = { _, _ in .pass },
        preparing: @escaping @Sendable (Event, EventContext) async throws -> Void = { _, _ in },
        handling: @escaping @Sendable (Event, EventContext) async throws -> [AuthorResult]
    ) {
        self.name = name
        self.verdict = verdict
        self.preparing = preparing
        self.handling = handling
    }

    func stepTimeout(for event: Event) -> Duration? { stepTimeout }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict { verdict(message, context) }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        .awaiting {
            try await preparing(event, context)
            return { try await handling(event, context) }
        }
    }
}
