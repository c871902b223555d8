package import Foundation
package import MezonModel
package import MezonWire

/// Weaves history into the live events after a reconnect, so that within each channel nothing is lost, doubled or out of order.
///
/// Decides only: it is told what comes in and says what to fetch and what to pass on. Per channel, history goes first, oldest
/// message first, then what was held back live; channels without a gap are not held up.
package struct Backfill: Sendable {
    package enum Step: Equatable, Sendable {
        /// A page of history is needed; answer with `page` or `failed`.
        case fetch(HistoryPageRequest)
        /// Pass these on, in this order.
        case append([ReceivedEvent])
        /// The channel has no gap any more; `count` messages came from history.
        case repaired(ChannelID, count: Int)
        /// The channel keeps a gap, for this reason: after a message, and before another one, zero for whatever is newest.
        case incomplete(Channel, after: MessageID, before: MessageID, reason: String)
    }

    package struct Limits: Hashable, Sendable {
        /// Live events held back per channel, and together; beyond it a channel's are let go and read from history instead.
        package var held: Int
        package var heldTogether: Int
        /// What the live events that are held back may take together.
        package var heldBytes: Int
        /// Pages of history per channel.
        package var pages: Int
        /// What a channel's history may take until it is passed on.
        package var historyBytes: Int
        /// Channels whose history is fetched at the same time.
        package var fetching: Int

        package init(
            held: Int = 4096, heldTogether: Int = 65536, heldBytes: Int = 16 << 20, pages: Int = 1000,
            historyBytes: Int = ChannelBackfill.usualBytes, fetching: Int = 4
        ) {
            self.held = held
            self.heldTogether = heldTogether
            self.heldBytes = heldBytes
            self.pages = pages
            self.historyBytes = historyBytes
            self.fetching = fetching
        }
    }

    private let limits: Limits
    private var round = 0
    /// Whether a connection is being made: nobody knows yet which channels have a gap.
    private var isHoldingAll = false
    private var repairs: [ChannelID: ChannelBackfill] = [:]
    private var heldCount = 0
    private(set) var heldBytes = 0
    private var queue: [ChannelID] = []
    private var fetching: Set<ChannelID> = []
    private var repeatable: [ChannelID: BackfillDeduplicator] = [:]

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Whether every channel is passed on as it comes.
    package var isIdle: Bool { !isHoldingAll && repairs.isEmpty }

    /// A connection is being made (`ConnectionEvent.connecting`): holds every channel back until `begin`. Fetches under way are void.
    package mutating func hold() {
        round += 1
        isHoldingAll = true
        queue = []
        fetching = []
    }

    /// The connection is ready: repairs these channels, in this order, and lets all others pass.
    /// - Parameter channels: Each with the newest message that is already in the journal.
    package mutating func begin(_ channels: [(channel: Channel, lastKnown: MessageID)]) -> [Step] {
        isHoldingAll = false
        var named: Set<ChannelID> = []
        for (channel, lastKnown) in channels where named.insert(channel.id).inserted { enqueue(channel, after: lastKnown) }
        var steps: [Step] = []
        for id in repairs.keys.filter({ !named.contains($0) }).sorted() {
            guard let repair = repairs[id] else { continue }
            if let first = repair.firstLetGo {
                enqueue(repair.channel, after: MessageID(first.rawValue - 1))
            } else {
                steps += release(id)
            }
        }
        return steps + fetches()
    }

    /// Live events, in the order in which they came.
    package mutating func live(_ arrivals: [ReceivedEvent]) -> [Step] {
        let isOpen = isIdle && repeatable.isEmpty
        let passed = isOpen ? arrivals : arrivals.filter { passes($0) }
        return passed.isEmpty ? [] : [.append(passed)]
    }

    /// A page of history came, in whichever order the server lists it.
    package mutating func page(_ fetch: HistoryPageRequest, _ page: ApiChannelMessageList, receivedAt: Date) -> [Step] {
        let id = fetch.channel.id
        guard isUnderWay(fetch) else { return [] }
        let step = repairs[id]?.add(
            page.messages, before: fetch.before, receivedAt: receivedAt, pageLimit: limits.pages, byteLimit: limits.historyBytes)
        switch step {
        case .fetch(let before): return [.fetch(HistoryPageRequest(channel: fetch.channel, before: before, round: round))]
        case .read(isComplete: true): return release(id)
        case .read(isComplete: false): return release(id, gap: "its gap is longer than what is read at once")
        case nil: return []
        }
    }

    /// The history cannot be had: the channel's live events go on without it, after what was found so far.
    ///
    /// What may pass, such as a time-out, is worth another try of the same fetch before it is given up here.
    package mutating func failed(_ fetch: HistoryPageRequest, reason: String) -> [Step] {
        isUnderWay(fetch) ? release(fetch.channel.id, gap: reason) : []
    }

    private func isUnderWay(_ fetch: HistoryPageRequest) -> Bool { fetch.round == round && fetching.contains(fetch.channel.id) }

    private mutating func enqueue(_ channel: Channel, after lastKnown: MessageID) {
        repairs[channel.id, default: ChannelBackfill(channel)].start(channel, after: lastKnown)
        queue.append(channel.id)
    }

    /// Starts as many fetches as may run at once.
    private mutating func fetches() -> [Step] {
        var steps: [Step] = []
        while fetching.count < limits.fetching, !queue.isEmpty {
            guard let repair = repairs[queue.removeFirst()] else { continue }
            fetching.insert(repair.channel.id)
            steps.append(.fetch(HistoryPageRequest(channel: repair.channel, before: 0, round: round)))
        }
        return steps
    }

    /// Passes on what a channel has, and ends its repair unless live events were let go meanwhile.
    /// - Parameter gap: Why there is still a gap, if there is.
    private mutating func release(_ id: ChannelID, gap: String? = nil) -> [Step] {
        guard var repair = repairs[id] else { return [] }
        let (heldBefore, bytesBefore) = (repair.held.count, repair.heldBytes)
        let (lastKnown, oldest) = (repair.lastKnown, repair.oldestThere)
        let (history, live, mustGoOn) = repair.take()
        heldCount -= heldBefore - repair.held.count
        heldBytes -= bytesBefore - repair.heldBytes
        var steps: [Step] = history.isEmpty && live.isEmpty ? [] : [.append(history + live)]
        if let gap { steps.append(.incomplete(repair.channel, after: lastKnown, before: oldest, reason: gap)) }
        if mustGoOn, fetching.contains(id) {
            repairs[id] = repair
            return steps + [.fetch(HistoryPageRequest(channel: repair.channel, before: 0, round: round))]
        }
        let wasFetching = fetching.remove(id) != nil
        repairs[id] = nil
        if let repeats = BackfillDeduplicator(repair.repeatable) { repeatable[id] = repeats }
        if gap == nil, wasFetching { steps.append(.repaired(id, count: repair.historyCount)) }
        return steps + fetches()
    }

    /// Whether a live event may pass at once. Holds it back where its channel is under repair, and drops what history gave already.
    private mutating func passes(_ arrival: ReceivedEvent) -> Bool {
        let id = arrival.event.channel
        guard !id.isNone else { return true }
        if arrival.isNewMessage, repeatable[id] != nil {
            if repeatable[id]?.contains(arrival.event.message) == true { return false }
            if repeatable[id]?.isOver == true { repeatable[id] = nil }
        }
        guard isHoldingAll || repairs[id] != nil else { return true }
        hold(arrival, in: id)
        return false
    }

    private mutating func hold(_ arrival: ReceivedEvent, in id: ChannelID) {
        let unlisted = Channel(id: id, clan: arrival.event.clan, label: "")
        let isCrowded = heldCount >= limits.heldTogether || heldBytes + arrival.frame.count > limits.heldBytes
        if let repair = repairs[id], repair.held.count >= limits.held || !repair.held.isEmpty && isCrowded {
            heldCount -= repair.held.count
            heldBytes -= repair.heldBytes
            repairs[id]?.letGo()
        }
        repairs[id, default: ChannelBackfill(unlisted)].hold(arrival)
        heldCount += 1
        heldBytes += arrival.frame.count
    }
}
