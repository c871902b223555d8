import Synchronization

/// The bounded queue between the event loop and the one task that reads from it.
///
/// It never drops and never waits: `offer` says when enough is enough, and the connection then stops reading
/// until less than half is left. The reader must not wait for an answer on the same socket: it may sit behind a full inlet.
final class Inlet: Sendable {
    fileprivate struct State {
        var items: [Inflow] = []
        var head = 0
        var events = 0
        var bytes = 0
        var isClosed = false
        var reader: CheckedContinuation<Inflow?, Never>?
        var resume: (@Sendable () -> Void)?
    }

    private let eventLimit: Int
    private let byteLimit: Int
    private let state = Mutex(State())

    init(eventLimit: Int = 8192, byteLimit: Int = 64 << 20) {
        self.eventLimit = eventLimit
        self.byteLimit = byteLimit
    }

    /// Takes an item in. Events join the last waiting array, so a slow reader gets few large ones.
    /// - Parameter resume: Kept, and called once less than half is left, if this returns `true`.
    /// - Returns: Whether to stop reading.
    func offer(_ item: Inflow, resume: (@Sendable () -> Void)? = nil) -> Bool {
        let (reader, isFull): (CheckedContinuation<Inflow?, Never>?, Bool) = state.withLock { state in
            guard !state.isClosed else { return (nil, false) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, false)
            }
            state.add(item)
            guard let resume, state.events >= eventLimit || state.bytes >= byteLimit else { return (nil, false) }
            state.resume = resume
            return (nil, true)
        }
        reader?.resume(returning: item)
        return isFull
    }

    /// The next item; `nil` once the inlet is closed and empty, or the reader is cancelled. One reader at a time.
    func next() async -> Inflow? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (item, isOver, resume) = take(orWait: continuation)
                resume?()
                if item != nil || isOver { continuation.resume(returning: item) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }

    /// No more will come; what waits can still be read.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func take(orWait continuation: CheckedContinuation<Inflow?, Never>)
        -> (item: Inflow?, isOver: Bool, resume: (@Sendable () -> Void)?)
    {
        state.withLock { state in
            if let item = state.pop() {
                guard state.events < eventLimit / 2, state.bytes < byteLimit / 2 else { return (item, false, nil) }
                defer { state.resume = nil }
                return (item, false, state.resume)
            }
            precondition(state.reader == nil, "an inlet has one reader")
            // Cancellation that came before the wait began has already run its handler.
            guard !state.isClosed, !Task.isCancelled else { return (nil, true, nil) }
            state.reader = continuation
            return (nil, false, nil)
        }
    }
}

extension Inlet.State {
    fileprivate mutating func add(_ item: Inflow) {
        guard case .events(let arrivals) = item else {
            items.append(item)
            return
        }
        events += arrivals.count
        bytes += arrivals.reduce(0) { $0 + $1.frame.count }
        if head < items.count, case .events(var waiting) = items[items.count - 1] {
            // Taken out first, so that appending does not copy.
            items[items.count - 1] = .events([])
            waiting += arrivals
            items[items.count - 1] = .events(waiting)
        } else {
            items.append(item)
        }
    }

    fileprivate mutating func pop() -> Inflow? {
        guard head < items.count else { return nil }
        let item = items[head]
        items[head] = .events([])
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        }
        if case .events(let arrivals) = item {
            events -= arrivals.count
            bytes -= arrivals.reduce(0) { $0 + $1.frame.count }
        }
        return item
    }
}
