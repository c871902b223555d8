import BotKit
import MezonModel

/// A participant that does what a test says.
struct Scripted: Participant {
    let name: String
    var patience: Duration?
    let verdict: @Sendable (Message, Occasion) -> Verdict
    let preparing: @Sendable (Event, Occasion) async throws -> Void
    let handling: @Sendable (Event, Occasion) async throws -> [Contribution]

    /// Answers every message with its name.
    init(
        _ name: String, verdict: @escaping @Sendable (Message, Occasion) -> Verdict = { _, _ in .pass },
        preparing: @escaping @Sendable (Event, Occasion) async throws -> Void = { _, _ in }
    ) {
        self.init(name, verdict: verdict, preparing: preparing) { _, _ in
            [Contribution(author: name, actions: [.reply("from \(name)")])]
        }
    }

    init(
        _ name: String, verdict: @escaping @Sendable (Message, Occasion) -> Verdict = { _, _ in .pass },
        preparing: @escaping @Sendable (Event, Occasion) async throws -> Void = { _, _ in },
        handling: @escaping @Sendable (Event, Occasion) async throws -> [Contribution]
    ) {
        self.name = name
        self.verdict = verdict
        self.preparing = preparing
        self.handling = handling
    }

    func precheck(_ message: Message, _ context: Occasion) -> Verdict { verdict(message, context) }

    func attendance(at event: Event, _ context: Occasion) -> Attendance {
        .deliberating {
            try await preparing(event, context)
            return { try await handling(event, context) }
        }
    }
}
