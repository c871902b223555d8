package import ChatModel
package import Foundation
package import MezonProtocol

/// Merges history into the live events after a reconnect, so that no event of a channel is lost, duplicated or out of order.
///
/// The type only decides: it receives inputs and returns what to fetch and what to pass on. In each channel, history comes first, oldest
/// message first, then the live events that were held back; channels without a gap are not delayed.
package struct Backfill: Sendable {
    package enum Step: Equatable, Sendable {
        /// Requests a page of history; answer with `page` or `failed`.
        case fetch(HistoryPageRequest)
        /// Passes these events on, in order.
        case append([ReceivedEvent])
        /// The gap of the channel is filled; `count` messages came from history.
        case filled(ChannelID, count: Int)
        /// The channel keeps a gap after one message and before another, for this reason; zero stands for the newest message.
        case incomplete(Channel, after: MessageID, before: MessageID, reason: String)
    }

    package struct Limits: Hashable, Sendable {
        /// The maximum number of live events held back per channel, and in total. Beyond it a channel's events are dropped and read from
        /// history instead.
        package var held: Int
        package var heldTotal: Int
        /// The maximum size of all held live events in bytes.
        package var heldBytes: Int
        /// The maximum number of history pages per channel.
        package var pages: Int
        /// The maximum size of a channel's history in bytes before it is passed on.
        package var historyBytes: Int
        /// The maximum number of channels whose history is fetched at the same time.
        package var fetching: Int

        package init(
            held: Int = 4096, heldTotal: Int = 65536, heldBytes: Int = 16 << 20, pages: Int = 1000,
            historyBytes: Int = ChannelBackfill.defaultHistoryBytes, fetching: Int = 4
        ) {
            self.held = held
            self.heldTotal = heldTotal
            self.heldBytes = heldBytes
            self.pages = pages
            self.historyBytes = historyBytes
            self.fetching = fetching
        }
    }

    private let limits: Limits
    private var round = 0
    /// A Boolean value that indicates whether a connection is being opened, so that the channels with gaps are not known yet.
    private var isHoldingAll = false
    private var backfills: [ChannelID: ChannelBackfill] = [:]
    private var heldCount = 0
    private(set) var heldBytes = 0
    private var queue: [ChannelID] = []
    private var fetching: Set<ChannelID> = []
    private var repeatable: [ChannelID: BackfillDeduplicator] = [:]
    private var comparisons: [ChannelID: ChannelComparison] = [:]
    /// The start of the outage whose changes of known messages are being looked for.
    private var outageStart = Date.distantPast
    /// The start of an outage whose changes were still being looked for when the connection was lost again.
    private var unfinishedOutageStart: Date?

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// A Boolean value that indicates whether all events are passed on at once.
    package var isIdle: Bool { !isHoldingAll && backfills.isEmpty }

    /// Holds all channels back until `begin`, because a connection is being opened (`ConnectionEvent.connecting`). Fetches in progress
    /// become invalid.
    package mutating func hold() {
        round += 1
        isHoldingAll = true
        if !comparisons.isEmpty || !backfills.isEmpty { unfinishedOutageStart = outageStart }
        queue = []
        fetching = []
        comparisons = [:]
    }

    /// Returns the time since which changes of known messages may have been missed, for the backfill that begins now. It is earlier than
    /// the loss of the last connection if that one did not live until the changes before it were found.
    ///
    /// - Parameter lostAt: The time at which the last connection was lost; nil at the start of the application.
    package mutating func changesMissedSince(_ lostAt: Date?) -> Date {
        let start = lostAt ?? .distantPast
        outageStart = min(start, unfinishedOutageStart ?? start)
        unfinishedOutageStart = nil
        return outageStart
    }

    /// Starts the backfill of these channels, in order, once the connection is ready, and releases all others.
    ///
    /// - Parameters:
    ///   - channels: The channels with gaps, each with the newest message in the journal.
    ///   - unchanged: The channels without gaps in which changes of known messages are looked for, in one page after the gaps and without
    ///     holding their live events back.
    ///   - now: The time at which the connection is ready. Messages of history that were sent later are not late, unless the channel's
    ///     list contains them.
    package mutating func begin(
        _ channels: [(channel: Channel, lastKnown: MessageID)],
        lookingAt unchanged: [(channel: Channel, lastKnown: MessageID)] = [], at now: Date
    ) -> [Step] {
        isHoldingAll = false
        var named: Set<ChannelID> = []
        for (channel, lastKnown) in channels where named.insert(channel.id).inserted {
            enqueue(channel, after: lastKnown, at: now)
        }
        var steps: [Step] = []
        for id in backfills.keys.filter({ !named.contains($0) }).sorted() {
            guard let backfill = backfills[id] else { continue }
            if let first = backfill.oldestDropped {
                enqueue(backfill.channel, after: MessageID(first.rawValue - 1), at: now)
            } else {
                steps += release(id)
            }
        }
        for (channel, lastKnown) in unchanged where backfills[channel.id] == nil && comparisons[channel.id] == nil {
            comparisons[channel.id] = ChannelComparison(channel: channel, lastKnown: lastKnown)
            queue.append(channel.id)
        }
        return steps + fetches()
    }

    /// Processes live events, in the order received.
    package mutating func live(_ events: [ReceivedEvent]) -> [Step] {
        for received in events where !comparisons.isEmpty { comparisons[received.event.channel]?.note(received.event) }
        let isOpen = isIdle && repeatable.isEmpty
        let passed = isOpen ? events : events.filter { passes($0) }
        return passed.isEmpty ? [] : [.append(passed)]
    }

    /// Returns the ids of a page among which the journal may know messages, which `page` compares; `nil` if there are none.
    package func knownRange(_ fetch: HistoryPageRequest, _ page: ApiChannelMessageList) -> ClosedRange<MessageID>? {
        guard isCurrent(fetch) else { return nil }
        if let comparison = comparisons[fetch.channel.id] { return comparison.knownRange(of: page.messages) }
        return backfills[fetch.channel.id]?.knownRange(of: page.messages)
    }

    /// Processes a page of history, in whichever order the server lists it.
    ///
    /// - Parameters:
    ///   - known: The last versions of the messages within `knownRange` that the journal has and that are not deleted there.
    ///   - me: The bot, whose own edits are not recovered.
    package mutating func page(
        _ fetch: HistoryPageRequest, _ page: ApiChannelMessageList, comparedWith known: [ChatModel.Message] = [], me: UserID = 0,
        receivedAt: Date
    ) -> [Step] {
        let id = fetch.channel.id
        guard isCurrent(fetch) else { return [] }
        if let comparison = comparisons.removeValue(forKey: id) {
            return end(comparison, with: comparison.changes(page.messages, known, me: me, receivedAt: receivedAt))
        }
        backfills[id]?.compare(page.messages, before: fetch.before, with: known, me: me, receivedAt: receivedAt)
        let step = backfills[id]?.add(
            page.messages, before: fetch.before, receivedAt: receivedAt, pageLimit: limits.pages, byteLimit: limits.historyBytes,
            looksBack: true)
        switch step {
        case .fetch(let before): return [.fetch(HistoryPageRequest(channel: fetch.channel, before: before, round: round))]
        case .read(isComplete: true): return release(id)
        case .read(isComplete: false): return release(id, gap: "its gap exceeds the history limit")
        case nil: return []
        }
    }

    /// Abandons the history of a channel that could not be fetched. Its live events follow the messages found so far.
    ///
    /// The caller should retry temporary failures, such as a timeout, before it calls this.
    package mutating func failed(_ fetch: HistoryPageRequest, reason: String) -> [Step] {
        guard isCurrent(fetch) else { return [] }
        if let comparison = comparisons.removeValue(forKey: fetch.channel.id) { return end(comparison, with: []) }
        guard let backfill = backfills[fetch.channel.id] else { return [] }
        // Behind the last known message no message is missing.
        return release(fetch.channel.id, gap: backfill.isLookingBack ? nil : reason)
    }

    private func isCurrent(_ fetch: HistoryPageRequest) -> Bool { fetch.round == round && fetching.contains(fetch.channel.id) }

    /// Passes on the changes of a channel without a gap.
    private mutating func end(_ comparison: ChannelComparison, with changes: [ReceivedEvent]) -> [Step] {
        let id = comparison.channel.id
        fetching.remove(id)
        if let repeats = BackfillDeduplicator([], edits: changes.editedContents, after: comparison.lastKnown) {
            repeatable[id] = repeats
        }
        return (changes.isEmpty ? [] : [.append(changes)]) + fetches()
    }

    private mutating func enqueue(_ channel: Channel, after lastKnown: MessageID, at now: Date) {
        let newestMissed = max(channel.lastMessage, MessageID(Snowflake.floor(of: now)))
        backfills[channel.id, default: ChannelBackfill(channel)].start(channel, after: lastKnown, newestMissed: newestMissed)
        queue.append(channel.id)
    }

    /// Starts as many fetches as the limit permits.
    private mutating func fetches() -> [Step] {
        var steps: [Step] = []
        while fetching.count < limits.fetching, !queue.isEmpty {
            let id = queue.removeFirst()
            guard let channel = backfills[id]?.channel ?? comparisons[id]?.channel else { continue }
            fetching.insert(id)
            steps.append(.fetch(HistoryPageRequest(channel: channel, before: 0, round: round)))
        }
        return steps
    }

    /// Passes on the events of a channel and ends its backfill, unless live events were dropped meanwhile.
    ///
    /// - Parameter gap: The reason for a remaining gap; nil if there is none.
    private mutating func release(_ id: ChannelID, gap: String? = nil) -> [Step] {
        guard var backfill = backfills[id] else { return [] }
        let (heldBefore, bytesBefore) = (backfill.held.count, backfill.heldBytes)
        let (lastKnown, oldest) = (backfill.lastKnown, backfill.oldestFound)
        let (history, live, needsAnotherRound) = backfill.take()
        heldCount -= heldBefore - backfill.held.count
        heldBytes -= bytesBefore - backfill.heldBytes
        var steps: [Step] = history.isEmpty && live.isEmpty ? [] : [.append(history + live)]
        if let gap { steps.append(.incomplete(backfill.channel, after: lastKnown, before: oldest, reason: gap)) }
        if needsAnotherRound, fetching.contains(id) {
            backfills[id] = backfill
            return steps + [.fetch(HistoryPageRequest(channel: backfill.channel, before: 0, round: round))]
        }
        let wasFetching = fetching.remove(id) != nil
        backfills[id] = nil
        let repeats = BackfillDeduplicator(backfill.repeatable, edits: backfill.recoveredEdits, after: lastKnown)
        if let repeats { repeatable[id] = repeats }
        if gap == nil, wasFetching { steps.append(.filled(id, count: backfill.historyCount)) }
        return steps + fetches()
    }

    /// Returns a Boolean value that indicates whether a live event passes at once. Holds it back if its channel is being backfilled, and
    /// drops it if history already contained it.
    private mutating func passes(_ received: ReceivedEvent) -> Bool {
        let id = received.event.channel
        guard !id.isNone else { return true }
        if received.isNewMessage, repeatable[id] != nil {
            if repeatable[id]?.contains(received.event.message) == true { return false }
            if repeatable[id]?.isOver == true { repeatable[id] = nil }
        } else if case .edit(let message) = received.event, repeatable[id]?.contains(edit: message) == true {
            return false
        }
        guard isHoldingAll || backfills[id] != nil else { return true }
        hold(received, in: id)
        return false
    }

    private mutating func hold(_ received: ReceivedEvent, in id: ChannelID) {
        let unlisted = Channel(id: id, clan: received.event.clan, label: "")
        let isCrowded = heldCount >= limits.heldTotal || heldBytes + received.frame.count > limits.heldBytes
        if let backfill = backfills[id], backfill.held.count >= limits.held || !backfill.held.isEmpty && isCrowded {
            heldCount -= backfill.held.count
            heldBytes -= backfill.heldBytes
            backfills[id]?.dropHeldEvents()
        }
        backfills[id, default: ChannelBackfill(unlisted)].hold(received)
        heldCount += 1
        heldBytes += received.frame.count
    }
}
