import Synchronization

/// The bounded queue between a connection and the one task that reads from it.
///
/// It never drops and never waits by itself: `offer` says when enough is enough, and the connection then stops reading until less than
/// half is left. The reader must not wait for an answer on the same connection: it may sit behind a full inlet.
package final class BackpressuredBuffer<Item: BufferedElement>: Sendable {
    fileprivate struct State {
        var items: [Item?] = []
        var head = 0
        var events = 0
        var bytes = 0
        var isClosed = false
        var reader: CheckedContinuation<Item?, Never>?
        var resume: (@Sendable () -> Void)?
    }

    private let eventLimit: Int
    private let byteLimit: Int
    private let state = Mutex(State())

    package init(eventLimit: Int = 8192, byteLimit: Int = 16 << 20) {
        self.eventLimit = eventLimit
        self.byteLimit = byteLimit
    }

    /// Takes an item in. One that can joins the last that waits, so a slow reader gets few large ones.
    /// - Parameter resume: Kept, and called once less than half is left, if this returns `true`.
    /// - Returns: Whether to stop reading.
    package func offer(_ item: Item, resume: (@Sendable () -> Void)? = nil) -> Bool {
        let (reader, isFull): (CheckedContinuation<Item?, Never>?, Bool) = state.withLock { state in
            guard !state.isClosed else { return (nil, false) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, false)
            }
            state.add(item)
            guard self.isFull(state) else { return (nil, false) }
            if let resume { state.resume = resume }
            return (nil, true)
        }
        reader?.resume(returning: item)
        return isFull
    }

    /// Returns once a full inlet has room again, or the caller is cancelled; for one who gave no `resume`.
    package func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard isFull(state), !state.isClosed, !Task.isCancelled else { return true }
                    state.resume = { continuation.resume() }
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            takeResume()?()
        }
    }

    /// The next item; `nil` once the inlet is closed and empty, or the reader is cancelled. One reader at a time.
    package func next() async -> Item? {
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
    package func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
        takeResume()?()
    }

    private func isFull(_ state: State) -> Bool { state.events >= eventLimit || state.bytes >= byteLimit }

    private func takeResume() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state.resume = nil }
            return state.resume
        }
    }

    private func take(orWait continuation: CheckedContinuation<Item?, Never>)
        -> (item: Item?, isOver: Bool, resume: (@Sendable () -> Void)?)
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

/// What waits in an inlet: some events, or something that stands between them.
package protocol BufferedElement: Sendable {
    var eventCount: Int { get }
    /// About what its events take in memory.
    var byteCount: Int { get }

    /// Takes a later one in behind what it has; `false`, and nothing changed, where that has to stand by itself.
    mutating func join(_ later: Self) -> Bool
}

extension BackpressuredBuffer.State {
    fileprivate mutating func add(_ item: Item) {
        events += item.eventCount
        bytes += item.byteCount
        if head < items.count, items[items.count - 1]?.join(item) == true { return }
        items.append(item)
    }

    fileprivate mutating func pop() -> Item? {
        guard head < items.count, let item = items[head] else { return nil }
        items[head] = nil
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        }
        events -= item.eventCount
        bytes -= item.byteCount
        return item
    }
}
