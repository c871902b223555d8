import Foundation

/// The state that rules keep between events. One instance per rule engine, guarded by its lock.
///
/// A rule in shadow mode writes to its own layer over the enforced state. It reads entries it has not written from the enforced
/// state. Later changes by enforced rules are also applied to its own entries, as they would be if it were enforced.
///
/// Entries are read from the source when they are needed, and those used least recently are dropped from memory once their changes
/// are durable. Without a source all entries are in memory.
final class RuleState {
    struct Write: Hashable, Sendable {
        var mode: ExecutionMode
        var key: StateKey
        /// The new value; `nil` if the entry was removed.
        var stateRecord: StateEntry?
        /// The time after which the entry is absent; `nil` if it is kept.
        var expiresAt: Date?
    }

    enum Change: Hashable, Sendable, Codable {
        case add(Int, decay: CounterDecay?, at: Date, until: Date? = nil)
        /// Counts a value once, however often it occurs.
        case addOnce(UInt64, at: Date)
        case set(StateEntry)
        case forget
    }

    /// A Boolean value that indicates whether the state was read since this was last set to `false`.
    var wasRead = false
    /// The keys whose use by decisions is noticed.
    var watched: Set<StateKey> = []
    /// A Boolean value that indicates whether a watched key was used since the decision began.
    private(set) var wasWatchedUsed = false
    var windows: SlidingWindows {
        _read {
            wasRead = true
            yield slidingWindows
        }
        _modify { yield &slidingWindows }
    }
    /// The users' last messages, for evidence.
    var recent = RecentMessages()
    /// The detectors of relayed messages that other relays bring back.
    var relayLoops = RelayLoopDetectors()
    /// The newest time of any event so far, against which the delay of other events is measured.
    var latest: Date {
        wasRead = true
        return newest
    }
    private var newest = Date.distantPast
    private var slidingWindows = SlidingWindows()
    private let source: StateSource?
    /// The state that this one began with, for entries that it has not changed.
    private let base: RuleState?
    private var cache = StateCache()
    private var written: [Write] = []
    /// The ticket of the decision being made.
    private var ticket: Int64 = 0
    /// The number of rewrites of stored entries that the entries in memory include.
    private var rewriteCount = 0
    /// The time through which entries have expired, as far as it was read.
    private var knownHorizon: Date?
    /// The number of keys at which expired entries are removed from memory. Used without a source.
    private var pruneCount = 4096
    private let maxItems = 1000  // Distinct values of one counter.

    private static let horizonKey = StateKey(.expiredThrough, "")
    private static let hour = 3600.0
    /// The seconds for which an entry outlasts its end and the newest event, for events that arrive late.
    private static let grace = 86_400.0
    private static let maxTime = 1e11  // Seconds since 1970, which no real event reaches.

    /// - Parameter source: The stored entries; `nil` to begin without any and to keep all in memory.
    init(source: StateSource? = nil) {
        self.source = source
        base = nil
    }

    private init(forking base: RuleState) {
        source = nil
        self.base = base
        recent = base.recent
        relayLoops = base.relayLoops
        newest = base.newest
        slidingWindows = base.slidingWindows.fork()
        knownHorizon = base.horizon
    }

    private init(copying other: RuleState) {
        source = nil
        base = nil
        recent = other.recent
        relayLoops = other.relayLoops
        newest = other.newest
        slidingWindows = other.slidingWindows
        cache = other.cache
        knownHorizon = other.knownHorizon
        pruneCount = other.pruneCount
    }

    /// Returns a state that begins as this one, for a state without a source. Either may change.
    func copy() -> RuleState { RuleState(copying: self) }

    /// Returns a state that begins as this one and does not change it. It takes the same time however much is stored; this state must
    /// not change while the other one is used.
    func fork() -> RuleState { RuleState(forking: self) }

    /// Discards the state that is not stored, as the end of a process does.
    func restart() {
        slidingWindows = SlidingWindows()
        recent = RecentMessages()
        relayLoops = RelayLoopDetectors()
        newest = .distantPast
    }

    /// Begins a decision. Its changes stay in memory until the source reports its ticket as durable.
    func begin(_ ticket: Int64) {
        self.ticket = ticket
        wasWatchedUsed = false
        guard let source else { return }
        let count = source.rewriteCount()
        guard count != rewriteCount else { return }
        rewriteCount = count
        cache.removeAll(durableThrough: source.durableTicket())
    }

    /// Advances the newest event time.
    func advance(to now: Date) { newest = max(newest, now) }

    func stateRecord(_ key: StateKey, in mode: ExecutionMode, at now: Date) -> StateEntry? {
        wasRead = true
        return current(slot(key), in: mode, at: now)
    }

    /// Returns an entry even if it has ended, because an expired question still has to be resolved.
    func expiredEntry(_ key: StateKey, in mode: ExecutionMode = .real) -> StateEntry? {
        wasRead = true
        return entry(slot(key), in: mode)
    }

    /// Changes an entry, and returns it as it was before.
    @discardableResult
    func change(_ key: StateKey, _ change: Change, in mode: ExecutionMode, at now: Date) -> StateEntry? {
        wasRead = true
        var slot = slot(key)
        let before = current(slot, in: mode, at: now)
        write(applied(change, to: before), to: &slot, key: key, mode: mode)
        guard mode == .real, !slot.shadows.isEmpty else { return before }
        let others = slot.shadows.filter { isKept($0.value) }
        for other in others.keys.sorted(by: { $0.name < $1.name }) {
            write(applied(change, to: current(slot, in: other, at: now)), to: &slot, key: key, mode: other)
        }
        return before
    }

    /// Returns the values of all counters of a name in the enforced state. The state must have no source.
    func counts(named name: String, at now: Date) -> [Int] {
        enforcedInMemory(of: .counter).filter { $0.key.name == name }.compactMap(\.entry).filter { $0.holds(at: now) }.map(
            \.count)
    }

    /// Returns the keys of one kind that are in memory, in no particular order, with their enforced entries if there are any.
    func enforcedInMemory(of kind: StateKey.Kind) -> [(key: StateKey, entry: StateEntry?)] {
        let own = cache.slots(of: kind).map { ($0.key, entry($0.slot, in: .real)) }
        guard let base else { return own }
        let changed = Set(own.map(\.0))
        return own + base.enforcedInMemory(of: kind).filter { !changed.contains($0.key) }
    }

    /// The entries that have not expired. The state must have no source.
    var keptEntries: [StateKey: StateSlot] {
        Dictionary(
            uniqueKeysWithValues: cache.allSlots.map { key, slot in
                var slot = slot
                slot.removeExpired(through: horizon)
                return (key, slot)
            })
    }

    /// Puts an entry as it is, or removes it, without an effect on rules in shadow mode.
    func restore(_ item: StateSlot.Item?, under key: StateKey, in mode: ExecutionMode) {
        var slot = slot(key)
        put(item, in: &slot, key: key, mode: mode)
    }

    /// Returns the writes since the last call, in order.
    func takeWritten() -> [Write] {
        defer { written = [] }
        return written
    }

    private func applied(_ change: Change, to stateRecord: StateEntry?) -> StateEntry? {
        switch change {
        case .add(let amount, let decay, let now, let until):
            var sum = stateRecord ?? StateEntry(at: now)
            if let decay { sum = decay.applied(to: sum, at: now) }
            if sum.count == 0 { sum.at = now }
            sum.count = max(0, min(1_000_000_000, sum.count + amount))
            sum.until = until ?? sum.until
            // A counter that has decayed to nothing is none.
            return amount == 0 && sum.count == 0 && sum.seen.isEmpty ? nil : sum
        case .addOnce(let value, let now):
            var sum = stateRecord ?? StateEntry(at: now)
            guard !sum.seen.contains(value), sum.seen.count < maxItems else { return sum }
            sum.seen.append(value)
            sum.count += 1
            return sum
        case .set(let stateRecord): return stateRecord
        case .forget: return nil
        }
    }

    private func write(_ stateRecord: StateEntry?, to slot: inout StateSlot, key: StateKey, mode: ExecutionMode) {
        let item = stateRecord.map { stateRecord in
            let stored = stateRecord.asStored
            return StateSlot.Item(entry: stored, expiresAt: expiry(of: stored, key.kind))
        }
        put(item, in: &slot, key: key, mode: mode)
        if item?.expiresAt != nil { advanceHorizon() }
    }

    private func put(_ item: StateSlot.Item?, in slot: inout StateSlot, key: StateKey, mode: ExecutionMode) {
        if written.isEmpty { written.reserveCapacity(4) }  // A limited rule counts a hit twice or three times.
        written.append(Write(mode: mode, key: key, stateRecord: item?.entry, expiresAt: item?.expiresAt))
        slot[mode] = item
        if slot.isEmpty, source == nil, base == nil {
            cache.remove(key)
        } else {
            cache.put(slot, under: key, changedBy: ticket)
        }
    }

    /// Returns the entries under a key, from memory or else from the source.
    private func slot(_ key: StateKey) -> StateSlot {
        if !watched.isEmpty, watched.contains(key) { wasWatchedUsed = true }
        if let known = cache.slot(under: key) { return known }
        if let base { return base.slot(key) }
        var slot = StateSlot()
        guard let source, let stored = source.entries(key.kind.rawValue, key.name, key.subject) else { return slot }
        for write in stored.compactMap(\.write) {
            slot[write.mode] = write.stateRecord.map { StateSlot.Item(entry: $0, expiresAt: write.expiresAt) }
        }
        // Keys without an entry are remembered, too: most of them are about to get one.
        cache.put(slot, under: key, changedBy: 0)
        cache.shrink(to: source.capacity, durableTicket: source.durableTicket)
        return slot
    }

    /// Returns an entry that has not ended.
    private func current(_ slot: StateSlot, in mode: ExecutionMode, at now: Date) -> StateEntry? {
        entry(slot, in: mode).flatMap { $0.holds(at: now) ? $0 : nil }
    }

    private func entry(_ slot: StateSlot, in mode: ExecutionMode) -> StateEntry? {
        if mode != .real, let own = slot.shadows[mode], isKept(own) { return own.entry }
        return slot.real.flatMap { isKept($0) ? $0.entry : nil }
    }

    /// Returns whether an entry has not expired. An expired one is absent, whether or not it is still stored.
    private func isKept(_ item: StateSlot.Item) -> Bool { item.expiresAt.map { $0 > horizon } ?? true }

    /// The time through which entries have expired. It is stored with the entries, so that every process and every replay agrees.
    private var horizon: Date {
        if let knownHorizon { return knownHorizon }
        let stored = slot(Self.horizonKey).real?.entry.at ?? .distantPast
        knownHorizon = stored
        return stored
    }

    /// Returns the time after which an entry is absent, in whole hours.
    ///
    /// It follows the end and the newest event: an entry about a late event is kept for as long as others of that time may follow.
    private func expiry(of stateRecord: StateEntry, _ kind: StateKey.Kind) -> Date? {
        guard let end = stateRecord.until, !kind.outlastsEnd else { return nil }
        let seconds = max(end, newest, horizon).timeIntervalSince1970 + Self.grace
        guard seconds < Self.maxTime else { return nil }
        return Date(timeIntervalSince1970: (seconds / Self.hour).rounded(.up) * Self.hour)
    }

    /// Lets entries expire up to the newest event, in steps of an hour.
    private func advanceHorizon() {
        let seconds = (newest.timeIntervalSince1970 / Self.hour).rounded(.down) * Self.hour
        let next = Date(timeIntervalSince1970: seconds)
        guard next > horizon, seconds < Self.maxTime else { return }
        knownHorizon = next
        var slot = slot(Self.horizonKey)
        put(StateSlot.Item(entry: StateEntry(at: next)), in: &slot, key: Self.horizonKey, mode: .real)
        guard source == nil, base == nil, cache.count >= pruneCount else { return }
        cache.removeExpired(through: next)
        pruneCount = max(4096, 2 * cache.count)
    }
}
