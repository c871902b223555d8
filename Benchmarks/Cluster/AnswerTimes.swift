import ChatModel
import MezonBotApp
import MezonClient
import Synchronization

/// The times at which answers arrived.
final class AnswerTimes: Sendable {
    private let time: SystemTime
    private let times = Mutex<[Duration]>([])

    init(time: SystemTime) { self.time = time }

    func listen(to person: ChatUser) async {
        while let inflow = await person.next() {
            guard case .events(let arrivals) = inflow else { continue }
            let now = time.uptime
            let count = arrivals.count {
                if case .message(let message) = $0.event { message.text.hasPrefix("answer to ") } else { false }
            }
            if count > 0 { times.withLock { $0.append(now) } }
        }
    }

    /// The longest time without an answer between two times, while questions were asked all the time.
    func silence(from start: Duration, to end: Duration) -> Duration {
        let inside = times.withLock { times in times.filter { start < $0 && $0 < end } }
        return zip([start] + inside, inside + [end]).map { $1 - $0 }.max() ?? .zero
    }

    /// Waits until an answer arrives after a time, or for 20 seconds.
    func waitForFirst(after start: Duration, _ time: SystemTime) async throws {
        let limit = time.uptime + .seconds(20)
        while first(after: start) == nil, time.uptime < limit { try await time.sleep(for: .milliseconds(20)) }
    }

    /// The first answer after a time; nil if there is none yet.
    func first(after start: Duration) -> Duration? { times.withLock { times in times.first { $0 > start } } }
}
