import Foundation

/// The state that rules keep between events. One instance per rule engine, guarded by its lock.
///
/// A rule in shadow mode writes to its own layer over the enforced state. It reads entries it has not written from the enforced
/// state. Later changes by enforced rules are also applied to its own entries, as they would be if it were enforced.
final class RuleState {
    struct Write: Hashable, Sendable {
        var mode: ExecutionMode
        var key: StateKey
        /// The new value; `nil` if the entry was removed.
        var stateRecord: StateEntry?
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
    private var real: [StateKey: StateEntry] = [:]
    private var shadows: [StateKey: [ExecutionMode: StateEntry]] = [:]
    private var written: [Write] = []
    private var writesSincePruning = 0
    private let pruning = 4096  // Writes between two removals of expired entries.
    private let maxItems = 1000  // Distinct values of one counter.

    init(_ stored: [Write] = []) {
        for write in stored { put(write.stateRecord, key: write.key, mode: write.mode) }
    }

    /// Discards the state that is not stored, as the end of a process does.
    func restart() {
        slidingWindows = SlidingWindows()
        recent = RecentMessages()
        relayLoops = RelayLoopDetectors()
        newest = .distantPast
        writesSincePruning = 0
    }

    /// Advances the newest event time.
    func advance(to now: Date) { newest = max(newest, now) }

    func stateRecord(_ key: StateKey, in mode: ExecutionMode, at now: Date) -> StateEntry? {
        wasRead = true
        let stateRecord = mode == .real ? real[key] : shadows[key]?[mode] ?? real[key]
        return stateRecord.flatMap { $0.holds(at: now) ? $0 : nil }
    }

    /// Returns an enforced entry even if it has expired, because an expired question still has to be resolved.
    func expiredEntry(_ key: StateKey) -> StateEntry? {
        wasRead = true
        return real[key]
    }

    func change(_ key: StateKey, _ change: Change, in mode: ExecutionMode, at now: Date) {
        write(applied(change, to: stateRecord(key, in: mode, at: now)), key: key, mode: mode)
        guard mode == .real, let others = shadows[key] else { return }
        for other in others.keys.sorted(by: { $0.name < $1.name }) {
            write(applied(change, to: stateRecord(key, in: other, at: now)), key: key, mode: other)
        }
    }

    /// Returns the values of all counters of a name in the enforced state.
    func counts(named name: String, at now: Date) -> [Int] {
        real.filter { $0.key.kind == .counter && $0.key.name == name && $0.value.holds(at: now) }.map(\.value.count)
    }

    /// Returns the enforced entries of one kind, ordered by key.
    func entries(of kind: StateKey.Kind, at now: Date) -> [(key: StateKey, entry: StateEntry)] {
        real.filter { $0.key.kind == kind && $0.value.holds(at: now) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the writes since the last call, in order.
    func takeWritten() -> [Write] {
        defer { written = [] }
        return written
    }

    /// Removes the entries that match, as a changed `state_version` requires.
    func forget(where isOld: (StateKey, ExecutionMode) -> Bool) {
        for key in real.keys.sorted() where isOld(key, .real) { write(nil, key: key, mode: .real) }
        for (key, modes) in shadows.sorted(by: { $0.key < $1.key }) {
            for mode in modes.keys.sorted(by: { $0.name < $1.name }) where isOld(key, mode) {
                write(nil, key: key, mode: mode)
            }
        }
    }

    private func applied(_ change: Change, to stateRecord: StateEntry?) -> StateEntry? {
        switch change {
        case .add(let amount, let decay, let now, let until):
            var sum = stateRecord ?? StateEntry(at: now)
            if let decay { sum = decay.applied(to: sum, at: now) }
            if sum.count == 0 { sum.at = now }
            sum.count = max(0, min(1_000_000_000, sum.count + amount))
            sum.until = until ?? sum.until
            return sum
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

    private func write(_ stateRecord: StateEntry?, key: StateKey, mode: ExecutionMode) {
        let stateRecord = stateRecord?.asStored
        put(stateRecord, key: key, mode: mode)
        written.append(Write(mode: mode, key: key, stateRecord: stateRecord))
        writesSincePruning += 1
        guard writesSincePruning >= pruning, let now = stateRecord?.at else { return }
        writesSincePruning = 0
        forget { key, mode in
            guard key.kind != .question, key.kind != .wait else { return false }
            let stateRecord = mode == .real ? real[key] : shadows[key]?[mode]
            return stateRecord?.until.map { $0 < now.addingTimeInterval(-86_400) } ?? false
        }
    }

    private func put(_ stateRecord: StateEntry?, key: StateKey, mode: ExecutionMode) {
        guard mode != .real else {
            real[key] = stateRecord
            return
        }
        shadows[key, default: [:]][mode] = stateRecord
        if shadows[key]?.isEmpty == true { shadows[key] = nil }
    }
}
