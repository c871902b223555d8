import BotConfiguration
import ChatModel
import ConnectorKit
import IRC
import Logging
import Synchronization

/// A running client that records its events, so that a test can wait for them and compare.
final class IRCListener: Sendable {
    let client: IRCClient
    private let tasks: [Task<Void, Never>]
    private let heard = Mutex(Heard())

    static let silence = Logger(label: "irc") { _ in SwiftLogNoOpLogHandler() }

    private struct Heard {
        var events: [IRCEvent] = []
        var isOver = false
        var waiters: [(isThere: @Sendable ([IRCEvent]) -> Bool, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    init(
        _ settings: IRCSettings, time: any TimeSource = SystemTime(),
        lastKnown: @escaping IRCClient.HistoryCursorProvider = { _ in nil },
        strictTransports: IRCClient.StrictTransportStore = .none
    ) {
        let client = IRCClient(
            settings, time: time, random: SystemRandomNumberGenerator(),
            logger: Self.silence, lastKnown: lastKnown, strictTransports: strictTransports)
        self.client = client
        let (batches, inbox) = AsyncStream.makeStream(of: [IRCEvent]?.self, bufferingPolicy: .unbounded)
        var tasks: [Task<Void, Never>] = []
        tasks.append(Task { _ = try? await client.run() })
        tasks.append(
            Task {
                while let events = await client.next() { inbox.yield(events) }
                inbox.yield(nil)
                inbox.finish()
            })
        self.tasks = tasks
        Task { [weak self] in for await events in batches { self?.take(events) } }
    }

    deinit { for task in tasks { task.cancel() } }

    var events: [IRCEvent] { heard.withLock { $0.events } }

    /// The messages by other users.
    var said: [IRCMessage] {
        events.compactMap { event in
            guard case .message(let said) = event, !said.isOwn else { return nil }
            return said
        }
    }

    /// Returns true once the condition holds, or false if the client ended first.
    @discardableResult
    func wait(until isThere: @escaping @Sendable ([IRCEvent]) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let early: Bool? = heard.withLock { heard in
                if isThere(heard.events) { return true }
                if heard.isOver { return false }
                heard.waiters.append((isThere, continuation))
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    @discardableResult
    func wait(forSaid count: Int) async -> Bool {
        await wait { events in
            events.count { event in if case .message(let said) = event, !said.isOwn { true } else { false } } >= count
        }
    }

    /// Sends QUIT and returns when all events were received.
    func stop() async {
        tasks[0].cancel()
        for task in tasks { await task.value }
    }

    private func take(_ events: [IRCEvent]?) {
        let due = heard.withLock { heard -> [(CheckedContinuation<Bool, Never>, Bool)] in
            if let events { heard.events += events } else { heard.isOver = true }
            let all = heard.events, isOver = heard.isOver
            let due = heard.waiters.filter { isOver || $0.isThere(all) }.map { ($0.continuation, $0.isThere(all)) }
            heard.waiters.removeAll { isOver || $0.isThere(all) }
            return due
        }
        for (continuation, isThere) in due { continuation.resume(returning: isThere) }
    }
}
