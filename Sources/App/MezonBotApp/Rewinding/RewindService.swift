import BotKit
package import ChatModel
import EventProcessing
import Foundation
package import Replay
package import RuleEngine
package import Storage

/// Takes back what a rule did, in a running application.
///
/// The journal is replayed while events go on being decided. From then on the rules notice decisions that depend on what is to be taken
/// back, so that the state that the replay yields still holds at the turn of the event; if there was one, the replay catches up and the
/// next attempt follows. An event whose process ends before its turn changes nothing.
package struct RewindService: Sendable {
    private static let maxTime: Duration = .seconds(90)  // A command waits two minutes for its reply.
    private static let maxAttempts = 16
    private static let interval: Duration = .milliseconds(20)  // Turns that wait for bots are stored within seconds.

    private let store: Store
    private let rules: RuleEngine
    private let time: any TimeSource
    private let executor: DedicatedThreadExecutor

    package init(_ store: Store, rules: RuleEngine, time: any TimeSource) {
        self.store = store
        self.rules = rules
        self.time = time
        executor = DedicatedThreadExecutor("rewind", time: time)
    }

    /// Takes everything back and returns the event that did; nil if there was nothing to take back.
    ///
    /// - Throws: `RewindError`, and errors of the store. Nothing has changed then.
    package func rewind(_ request: RewindRequest, by name: String) async throws -> SystemEvent.Rewind? {
        for _ in 0..<Self.maxAttempts {
            guard let event = try await prepare(request, by: name) else { return nil }
            let last = try await store.reader.lastSequence()
            try await store.journal.append([NewEntry(system: .rewind(event))])
            if try await isCarriedOut(event, after: last) { return event }
        }
        throw RewindError.unsettled(rule: request.rule)
    }

    /// Computes the event, which takes effect if its turn comes before a decision that depends on it. Nil if there is nothing to take
    /// back.
    ///
    /// - Throws: `RewindError`, and errors of the store.
    package func prepare(_ request: RewindRequest, by name: String) async throws -> SystemEvent.Rewind? {
        do {
            return try await withTaskExecutorPreference(executor) { try await settledEvent(request, by: name) }
        } catch {
            _ = rules.watch(nil)
            throw error
        }
    }

    private func settledEvent(_ request: RewindRequest, by name: String) async throws -> SystemEvent.Rewind? {
        let end = time.uptime + Self.maxTime
        let reader = store.reader
        let rewinder = try await Rewinder(request, reader, today: DirectoryLookup(of: store))
        func advance() async throws {
            guard try await rewinder.advance(while: { _ in time.uptime < end }) else { throw RewindError.tooSlow(Self.maxTime) }
        }
        try await advance()
        for _ in 0..<Self.maxAttempts {
            let plan = try await RewindPlan(rewinder, reader, at: time.now)
            let ticket = rules.watch(RewindWatch(plan.event(by: name, at: time.now), messages: rewinder.messages))
            try await advance()
            while rewinder.ticket < ticket || !rewinder.isSettled {
                guard time.uptime < end else { throw RewindError.tooSlow(Self.maxTime) }
                try await time.sleep(for: Self.interval)
                try await advance()
            }
            let settled = try await RewindPlan(rewinder, reader, at: time.now)
            let event = settled.event(by: name, at: time.now)
            if settled.isEmpty || rules.confirm(event) { return settled.isEmpty ? nil : event }
        }
        throw RewindError.unsettled(rule: request.rule)
    }

    /// Waits for the turn of an event, and returns whether it has taken everything back.
    private func isCarriedOut(_ event: SystemEvent.Rewind, after sequence: Int64) async throws -> Bool {
        let end = time.uptime + Self.maxTime
        while time.uptime < end {
            let entry = try await store.reader.rewinds(after: sequence).first { $0.event == .system(.rewind(event)) }
            if let entry, let trace = try await store.reader.line(entry.sequence)?.trace {
                return trace.steps.contains { $0.who == "system:rewind" && $0.what != "nothing" }
            }
            try await time.sleep(for: Self.interval)
        }
        throw RewindError.tooSlow(Self.maxTime)
    }
}
