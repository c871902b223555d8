import Hummingbird
import Storage

/// The events for one browser: the entries it has missed, then those that follow, each exactly once.
struct JournalStream: Sendable {
    /// The entries that a browser may have missed and still be resumed; beyond them it loads the page again.
    static let maxMissed: Int64 = 2_000

    /// The entries before the position that are sent again, because their outcomes may have changed since the page was rendered.
    static let repeated = 30

    let reader: JournalReader
    let filter: JournalFilter
    let subscription: JournalFeed.Subscription
    /// Renders rows in order, sharing them with other browsers.
    let render: @Sendable ([JournalReader.Line], RenderedRows?) async throws -> [String]
    /// Renders the row in place of entries that are left out.
    let renderGap: @Sendable () throws -> String

    /// Writes events until the feed ends or the connection closes.
    ///
    /// - Parameters:
    ///   - sequence: The last entry that the browser has.
    ///   - write: Writes text and returns once it is on its way.
    func run(after sequence: Int64, write: (String) async throws -> Void) async throws {
        var position = sequence
        let last = try await reader.lastSequence()
        if last - position > Self.maxMissed {
            try await write(ServerSentEvent(id: last, name: "reload", data: "").text)
            position = last
        }
        try await write(ServerSentEvent(id: position, name: "ready", data: "").text)
        try await sendChanges(try await recent(through: position), nil, write)
        try await catchUp(through: last, &position, write)
        for await batch in subscription.batches {
            try await catchUp(through: batch.leftOutAfter ?? batch.after, &position, write)
            if position < batch.after {
                position = batch.after
                try await write(ServerSentEvent(id: position, name: "gap", data: try renderGap()).text)
            }
            // A batch that was published during the catching up begins with entries that have been sent.
            try await send(batch.appended.filter { $0.entry.sequence > position }, batch.rows, &position, write)
            try await sendChanges(batch.changed, batch.rows, write)
            if batch.appended.isEmpty, batch.changed.isEmpty { try await write(ServerSentEvent.signOfLife) }
        }
    }

    private func recent(through last: Int64) async throws -> [JournalReader.Line] {
        try await reader.lines(after: max(0, last - Int64(Self.repeated)), limit: Self.repeated).filter {
            $0.entry.sequence <= last
        }
    }

    private func sendChanges(
        _ lines: [JournalReader.Line], _ shared: RenderedRows?, _ write: (String) async throws -> Void
    ) async throws {
        for row in try await render(lines.compactMap(filter.visible), shared) {
            try await write(ServerSentEvent(name: "change", data: row).text)
        }
    }

    private func catchUp(through last: Int64, _ position: inout Int64, _ write: (String) async throws -> Void) async throws {
        while position < last {
            let lines = try await reader.lines(after: position, limit: JournalFeed.batch)
            guard !lines.isEmpty else { return }
            try await send(lines, nil, &position, write)
        }
    }

    private func send(
        _ lines: [JournalReader.Line], _ shared: RenderedRows?, _ position: inout Int64,
        _ write: (String) async throws -> Void
    ) async throws {
        guard let last = lines.last else { return }
        var text = ""
        let shown = lines.compactMap(filter.visible)
        for (line, row) in zip(shown, try await render(shown, shared)) {
            text += ServerSentEvent(id: line.entry.sequence, name: "entry", data: row).text
        }
        position = last.entry.sequence
        // The browser resumes after entries that its filter omits, too.
        if text.isEmpty { text = ServerSentEvent(id: position, name: "position", data: "").text }
        try await write(text)
    }
}
