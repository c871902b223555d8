import ChatModel
import MezonBotApp
import MezonClient
import Synchronization

/// Records answers and resumes the tasks that wait for them.
final class ReplyListener: Sendable {
    private enum Answer {
        case heard(at: Duration)
        case awaited(CheckedContinuation<Duration?, Never>, since: Duration)
    }

    private let time: SystemTime
    private let answers = Mutex<[MessageID: Answer]>([:])

    init(time: SystemTime) { self.time = time }

    func listen(to person: ChatUser) async {
        while let inflow = await person.next() {
            guard case .events(let arrivals) = inflow else { continue }
            let now = time.uptime
            for arrival in arrivals {
                guard case .message(let message) = arrival.event, message.text.hasPrefix("answer to "),
                    let question = message.references.first?.message
                else { continue }
                hear(question, at: now)
            }
        }
    }

    /// Returns the uptime at which the answer arrived; nil if it did not.
    func answer(to question: MessageID) async -> Duration? {
        await withCheckedContinuation { continuation in
            let now = time.uptime
            let heard = answers.withLock { answers -> Duration? in
                if case .heard(let uptime) = answers.removeValue(forKey: question) { return uptime }
                answers[question] = .awaited(continuation, since: now)
                return nil
            }
            if let heard { continuation.resume(returning: heard) }
        }
    }

    /// Asks two hundred times a second; returns the latencies in milliseconds, the shortest first.
    func times(of questions: Int, asking asker: ChatUser, in channels: [Channel]) async throws -> [Double] {
        try await withThrowingTaskGroup(of: Double?.self) { group in
            for number in 0..<questions {
                let due = time.uptime + .milliseconds(5)
                group.addTask { [self] in
                    let said = time.uptime
                    let question = try await asker.say("question \(number)", in: channels[number % channels.count])
                    return await answer(to: question).map { ($0 - said) / .milliseconds(1) }
                }
                try await time.sleep(until: due)
            }
            return try await group.reduce(into: [Double]()) { times, time in if let time { times.append(time) } }.sorted()
        }
    }

    /// Gives up answers that have been awaited for this long; checks once a second.
    func giveUp(after patience: Duration) async throws {
        while true {
            try await time.sleep(for: .seconds(1))
            let limit = time.uptime - patience
            let overdue = answers.withLock { answers -> [CheckedContinuation<Duration?, Never>] in
                let overdue = answers.filter { if case .awaited(_, let since) = $0.value { since < limit } else { false } }
                for question in overdue.keys { answers[question] = nil }
                return overdue.values.compactMap { if case .awaited(let continuation, _) = $0 { continuation } else { nil } }
            }
            for continuation in overdue { continuation.resume(returning: nil) }
        }
    }

    private func hear(_ question: MessageID, at now: Duration) {
        let waiting = answers.withLock { answers -> CheckedContinuation<Duration?, Never>? in
            if case .awaited(let continuation, _) = answers.removeValue(forKey: question) { return continuation }
            answers[question] = .heard(at: now)
            return nil
        }
        waiting?.resume(returning: now)
    }
}
