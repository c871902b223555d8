import Synchronization

/// A bounded queue between a connection and the task that reads from it.
///
/// The buffer never drops elements and never waits by itself: `offer` reports when it is full, and the connection then stops reading until
/// less than half is left. The reader must not wait for a response on the same connection, which may be behind a full buffer.
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

    /// Adds an item. It is joined with the last waiting one if possible, so that a slow reader gets a few large items.
    ///
    /// - Parameter resume: Stored if this returns `true`, and called once less than half is left.
    /// - Returns: A Boolean value that indicates whether the connection should stop reading.
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

    /// Waits until a full buffer has room again or the caller is cancelled; for callers that passed no `resume`.
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

    /// Returns the next item; `nil` once the buffer is closed and empty, or the reader is cancelled. Only one reader may wait at a time.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> Item? {
        await withTaskCancellationHandler {
            _ = isolation  // Captured, so that the closure runs where the caller does.
            return await withCheckedContinuation { continuation in
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

    /// Closes the buffer; waiting items can still be read.
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
            precondition(state.reader == nil, "a buffer has one reader")
            // The handler of an earlier cancellation has already run.
            guard !state.isClosed, !Task.isCancelled else { return (nil, true, nil) }
            state.reader = continuation
            return (nil, false, nil)
        }
    }
}

/// An element of a buffer: a batch of events, or something between them.
package protocol BufferedElement: Sendable {
    var eventCount: Int { get }
    /// The approximate size of the events in memory.
    var byteCount: Int { get }

    /// Appends a later element; returns `false` without a change if it has to stay separate.
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
