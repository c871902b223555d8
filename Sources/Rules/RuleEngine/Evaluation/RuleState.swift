import Foundation

/// The state that rules keep between events. One instance per rule engine, guarded by its lock.
///
/// A rule in shadow mode writes to its own layer over the enforced state. It reads entries it has not written from the enforced
/// state. Later changes by enforced rules are also applied to its own entries, as they would be if it were enforced.
///
/// Entries are read from the source when they are needed, and those used least recently are dropped from memory once their changes
/// are durable. Without a source all entries are in memory.
final class RuleState {
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
    var recent: RecentMessages {
        _read {
            use?.readsRecent = true
            if sharesCounts, let base { yield base.recentMessages } else { yield recentMessages }
        }
        _modify { yield &recentMessages }
    }
    /// The detectors of relayed messages that other relays bring back.
    var relayLoops: RelayLoopDetectors {
        _read {
            use?.readsRelays = true
            yield loopDetectors
        }
        _modify { yield &loopDetectors }
    }
    /// The newest time of any event so far, against which the delay of other events is measured.
    var latest: Date {
        wasRead = true
        return newest
    }
    private(set) var newest = Date.distantPast
    var slidingWindows = SlidingWindows()
    var recentMessages = RecentMessages()
    private var loopDetectors = RelayLoopDetectors()
    let source: StateSource?
    /// The state that this one began with, for entries that it has not changed.
    let base: RuleState?
    /// A Boolean value that indicates whether `base` changes, too, and this state follows it.
    let isFollowing: Bool
    /// A Boolean value that indicates whether windows and recent messages are those of `base`.
    var sharesCounts = false
    /// The parts that the present decision uses; nil if no other state follows this one.
    var use: StateUse?
    /// The entries that the present decision has changed, as they were before, if other states follow this one.
    var former: [StateKey: StateSlot] = [:]
    var cache = StateCache()
    private var written: [Write] = []
    /// The ticket of the decision being made.
    private var ticket: Int64 = 0
    /// The number of rewrites of stored entries that the entries in memory include.
    private var rewriteCount = 0
    /// The time through which entries have expired, as far as it was read.
    private var knownHorizon: Date?
    /// The number of keys at which expired entries are removed from memory. Used without a source.
    var pruneCount = 4096

    private static let horizonKey = StateKey(.expiredThrough, "")
    private static let hour = 3600.0
    /// The seconds for which an entry outlasts its end and the newest event, for events that arrive late.
    private static let grace = 86_400.0
    private static let maxTime = 1e11  // Seconds since 1970, which no real event reaches.

    /// - Parameter source: The stored entries; `nil` to begin without any and to keep all in memory.
    init(source: StateSource? = nil) {
        self.source = source
        base = nil
        isFollowing = false
    }

    private init(forking base: RuleState) {
        source = nil
        self.base = base
        isFollowing = false
        recentMessages = base.recentMessages
        loopDetectors = base.loopDetectors
        newest = base.newest
        slidingWindows = base.slidingWindows.fork()
        knownHorizon = base.horizon
    }

    /// Creates a state that begins as another one and follows it: of entries, it has only those that have become different.
    init(following base: RuleState) {
        source = nil
        self.base = base
        isFollowing = true
        sharesCounts = true
        loopDetectors = base.loopDetectors
        newest = base.newest
        knownHorizon = base.horizon
    }

    private init(copying other: RuleState) {
        source = other.source
        base = other.base
        isFollowing = other.isFollowing
        sharesCounts = other.sharesCounts
        recentMessages = other.recentMessages
        loopDetectors = other.loopDetectors
        newest = other.newest
        slidingWindows = other.slidingWindows
        cache = other.cache
        knownHorizon = other.knownHorizon
        pruneCount = other.pruneCount
    }

    /// Returns a state that begins as this one, for a state without a source or with one that does not change. Either may change. The copy
    /// of one that others follow follows it, too.
    func copy() -> RuleState { use == nil ? RuleState(copying: self) : RuleState(following: self) }

    /// Returns a state that begins as this one and does not change it. It takes the same time however much is stored; this state must
    /// not change while the other one is used.
    func fork() -> RuleState { RuleState(forking: self) }

    /// Discards the state that is not stored, as the end of a process does.
    func restart() {
        slidingWindows = SlidingWindows()
        recentMessages = RecentMessages()
        loopDetectors = RelayLoopDetectors()
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

    func entry(_ key: StateKey, in mode: ExecutionMode, at now: Date) -> StateEntry? {
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
        write(change.applied(to: before), to: &slot, key: key, mode: mode)
        guard mode == .real, !slot.shadows.isEmpty else { return before }
        let others = slot.shadows.filter { isKept($0.value) }
        for other in others.keys.sorted(by: { $0.name < $1.name }) {
            write(change.applied(to: current(slot, in: other, at: now)), to: &slot, key: key, mode: other)
        }
        return before
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

    private func write(_ entry: StateEntry?, to slot: inout StateSlot, key: StateKey, mode: ExecutionMode) {
        let item = entry.map { entry in
            let stored = entry.asStored
            return StateSlot.Item(entry: stored, expiresAt: expiry(of: stored, key.kind))
        }
        put(item, in: &slot, key: key, mode: mode)
        guard item?.expiresAt != nil else { return }
        use?.writesEnding = true
        advanceHorizon()
    }

    private func put(_ item: StateSlot.Item?, in slot: inout StateSlot, key: StateKey, mode: ExecutionMode) {
        if written.isEmpty { written.reserveCapacity(4) }  // A limited rule counts a hit twice or three times.
        written.append(Write(mode: mode, key: key, entry: item?.entry, expiresAt: item?.expiresAt))
        if use != nil, key.kind != .expiredThrough, former[key] == nil { former[key] = cache.slot(under: key) ?? StateSlot() }
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
        use?.keys.append(key)
        return known(key)
    }

    /// Returns the entries under a key, without noticing the use.
    func known(_ key: StateKey) -> StateSlot {
        if let known = cache.slot(under: key) { return known }
        if let base { return base.former[key] ?? base.known(key) }
        var slot = StateSlot()
        guard let source, let stored = source.entries(key.kind.rawValue, key.name, key.subject) else { return slot }
        for write in stored.compactMap(\.write) {
            slot[write.mode] = write.entry.map { StateSlot.Item(entry: $0, expiresAt: write.expiresAt) }
        }
        // Keys without an entry are remembered, too: most of them are about to get one.
        cache.put(slot, under: key, changedBy: StateCache.stored)
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
    private func isKept(_ item: StateSlot.Item) -> Bool {
        guard let end = item.expiresAt else { return true }
        use?.ends.append(end)
        return end > horizon
    }

    /// The time through which entries have expired. It is stored with the entries, so that every process and every replay agrees.
    var horizon: Date {
        if let knownHorizon { return knownHorizon }
        let stored = known(Self.horizonKey).real?.entry.at ?? .distantPast
        knownHorizon = stored
        return stored
    }

    /// Returns the time after which an entry is absent, in whole hours.
    ///
    /// It follows the end and the newest event: an entry about a late event is kept for as long as others of that time may follow.
    private func expiry(of entry: StateEntry, _ kind: StateKey.Kind) -> Date? {
        guard let end = entry.until, !kind.outlastsEnd else { return nil }
        let seconds = max(end, newest, horizon).timeIntervalSince1970 + Self.grace
        guard seconds < Self.maxTime else { return nil }
        return Date(timeIntervalSince1970: (seconds / Self.hour).rounded(.up) * Self.hour)
    }

    /// Lets entries expire up to the newest event, in steps of an hour.
    func advanceHorizon() {
        let seconds = (newest.timeIntervalSince1970 / Self.hour).rounded(.down) * Self.hour
        let next = Date(timeIntervalSince1970: seconds)
        guard next > horizon, seconds < Self.maxTime else { return }
        knownHorizon = next
        guard !isFollowing else { return }
        var slot = known(Self.horizonKey)
        put(StateSlot.Item(entry: StateEntry(at: next)), in: &slot, key: Self.horizonKey, mode: .real)
        guard source == nil, base == nil, use == nil, cache.count >= pruneCount else { return }
        cache.removeExpired(through: next)
        pruneCount = max(4096, 2 * cache.count)
    }
}
