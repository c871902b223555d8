import BotKit
import ChatModel
import Foundation

/// A bot that schedules and cancels jobs on request, and sends a message when one is due.
struct PlanningBot: Bot {
    static let manifest = Manifest("planning", needs: [.send, .schedule])
    static let author = "bot:planning"
    private static let forget = "forget "
    let options: NoOptions

    static func text(making job: ScheduledJob) throws -> String {
        String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
    }

    static func text(forgetting name: String) -> String { forget + name }

    /// Returns the message for an occurrence.
    static func words(_ occurrence: SystemEvent.Occurrence) -> String {
        "\(occurrence.job.name) at \(occurrence.job.due.timeIntervalSince1970)"
    }

    func precheck(_ message: Message) -> Verdict {
        message.text.hasPrefix("{") || message.text.hasPrefix(Self.forget) ? .pass : .skip("not a plan")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
        if message.text.hasPrefix(Self.forget) { return [.cancel(String(message.text.dropFirst(Self.forget.count)))] }
        return [.schedule(try JSONDecoder().decode(ScheduledJob.self, from: Data(message.text.utf8)))]
    }

    func onEvent(_ event: Event, _ context: Context) -> [Action] {
        event.occurrence.map { [.send(Draft(Self.words($0)))] } ?? []
    }
}
