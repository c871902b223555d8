import Synchronization

/// What happened and was not yet taken. It never drops: whoever fills it waits for room before reading on.
final class IRCInlet: Sendable {
    private struct State {
        var events: [IRCEvent] = []
        var bytes = 0
        var isClosed = false
        var reader: CheckedContinuation<[IRCEvent]?, Never>?
        var filler: CheckedContinuation<Void, Never>?
    }

    private let eventLimit: Int
    private let byteLimit: Int
    private let state = Mutex(State())

    init(eventLimit: Int = 4096, byteLimit: Int = 8 << 20) {
        self.eventLimit = eventLimit
        self.byteLimit = byteLimit
    }

    /// - Returns: whether there is no more room: then `room()` is to be awaited before the next.
    func offer(_ events: [IRCEvent]) -> Bool {
        guard !events.isEmpty else { return false }
        let (reader, isFull): (CheckedContinuation<[IRCEvent]?, Never>?, Bool) = state.withLock { state in
            guard !state.isClosed else { return (nil, false) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, false)
            }
            state.events += events
            state.bytes += events.reduce(0) { $0 + $1.byteCount }
            return (nil, self.isFull(state))
        }
        reader?.resume(returning: events)
        return isFull
    }

    /// Returns once there is room, or the caller is cancelled.
    func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if !isFull(state) || state.isClosed || Task.isCancelled { return true }
                    state.filler = continuation
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            takeFiller()?.resume()
        }
    }

    /// All that waits; `nil` once the inlet is closed and empty, or the reader is cancelled. One reader at a time.
    func next() async -> [IRCEvent]? {
        let events = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let events: [IRCEvent]?? = state.withLock { state in
                    if !state.events.isEmpty {
                        defer { (state.events, state.bytes) = ([], 0) }
                        return .some(state.events)
                    }
                    precondition(state.reader == nil, "an inlet has one reader")
                    if state.isClosed || Task.isCancelled { return .some(nil) }
                    state.reader = continuation
                    return .none
                }
                if let events { continuation.resume(returning: events) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
        takeFiller()?.resume()
        return events
    }

    /// No more will come; what waits can still be read.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
        takeFiller()?.resume()
    }

    private func isFull(_ state: State) -> Bool { state.events.count >= eventLimit || state.bytes >= byteLimit }

    private func takeFiller() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            defer { state.filler = nil }
            return state.filler
        }
    }
}

extension IRCEvent {
    /// About what it takes in memory.
    fileprivate var byteCount: Int {
        let words =
            switch self {
            case .connected(let nick): nick.utf8.count
            case .lost(let reason): reason.utf8.count
            case .said(let said): said.text.utf8.count + said.by.nick.utf8.count
            case .removed(_, let msgid, _): msgid.utf8.count
            case .reacted(_, let msgid, let emoji, _, _): msgid.utf8.count + emoji.utf8.count
            case .joined(_, let person): person.nick.utf8.count
            case .left(_, let nick, let reason): nick.utf8.count + reason.utf8.count
            case .renamed(_, let from, let to): from.utf8.count + to.utf8.count
            case .topic(_, let by, let text): by.utf8.count + text.utf8.count
            }
        return words + 200
    }
}
