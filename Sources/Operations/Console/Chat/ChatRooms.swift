import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonBotApp
import Synchronization

/// The users of the local gateway as whom browsers talk. A user leaves when no browser has looked for a while.
final class ChatRooms: Sendable {
    static let maxParticipants = 8
    static let idleTime: Duration = .seconds(600)
    private static let maxWait: Duration = .seconds(5)

    fileprivate struct Seat {
        let participant: ChatConnection
        var seenAt: Duration
        let leaves: AsyncGate
    }

    fileprivate struct State {
        var seats: [String: Seat] = [:]
        var isFinished = false
    }

    private let access: ChatAccess?
    private let time: any TimeSource
    private let state = Mutex(State())
    private let joining: AsyncStream<(ChatConnection, AsyncGate)>
    private let join: AsyncStream<(ChatConnection, AsyncGate)>.Continuation

    init(_ access: ChatAccess?, time: any TimeSource) {
        self.access = access
        self.time = time
        (joining, join) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxParticipants))
    }

    /// A Boolean value that indicates whether there is a local gateway.
    var isAvailable: Bool { access != nil }

    /// The names of the users that the gateway begins with and of those who talk.
    var names: [String] {
        Set(access?.names ?? []).union(state.withLock { $0.seats.keys }).sorted()
    }

    /// Returns the user with a name, who connects if necessary.
    ///
    /// - Throws: `ScreenError.refused` without a local gateway, for too many users, and for a name that no account may have.
    func participant(named name: String) async throws -> ChatConnection {
        guard let access else { throw ScreenError.notFound }
        if let known = seen(name) { return known }
        guard state.withLock({ $0.seats.count < Self.maxParticipants }) else { throw Self.full }
        let new: ChatConnection
        do {
            new = try await access.join(name)
        } catch {
            throw ScreenError.refused(["\(error)"])
        }
        let now = time.uptime
        let seat = Seat(participant: new, seenAt: now, leaves: AsyncGate())
        let (found, isFull) = state.withLock { state -> (ChatConnection, Bool) in
            // Another request may have connected the user meanwhile.
            if let known = state.seats[name] { return (known.participant, false) }
            state.removeIdle(at: now)
            guard state.seats.count < Self.maxParticipants, !state.isFinished else { return (new, true) }
            state.seats[name] = seat
            return (new, false)
        }
        guard !isFull, found === new else {
            try await new.close()
            if isFull { throw Self.full }
            return found
        }
        guard case .enqueued = join.yield((new, seat.leaves)) else {
            state.withLock { $0.seats[name] = nil }
            try await new.close()
            throw Self.full
        }
        return new
    }

    private static let full = ScreenError.refused(["at most \(maxParticipants) users talk at a time"])

    /// Waits for the connection of a user, for a limited time.
    func wait(for participant: ChatConnection) async throws {
        try await withTimeout(Self.maxWait, time: time) {
            try await participant.waitUntilReady()
        } onTimeout: {
        }
    }

    private func seen(_ name: String) -> ChatConnection? {
        let now = time.uptime
        return state.withLock { state in
            state.removeIdle(at: now, besides: name)
            state.seats[name]?.seenAt = now
            return state.seats[name]?.participant
        }
    }

    /// Keeps users connected until `finish` is called.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await (participant, leaves) in joining {
                group.addTask { [self] in
                    await withTaskGroup(of: Void.self) { pair in
                        pair.addTask { await participant.run() }
                        pair.addTask { do { try await leaves.waitUntilOpen() } catch {} }  // Cancelled with the participant.
                        await pair.next()
                        pair.cancelAll()
                    }
                    state.withLock { state in
                        if state.seats[participant.name]?.participant === participant { state.seats[participant.name] = nil }
                    }
                }
            }
        }
    }

    /// Disconnects all users; later ones are refused.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            for seat in state.seats.values { seat.leaves.open() }
        }
        join.finish()
    }
}

extension ChatRooms.State {
    /// Disconnects the users at whom nobody has looked lately.
    fileprivate mutating func removeIdle(at now: Duration, besides name: String = "") {
        for (key, seat) in seats where key != name && now - seat.seenAt > ChatRooms.idleTime {
            seat.leaves.open()
            seats[key] = nil
        }
    }
}
