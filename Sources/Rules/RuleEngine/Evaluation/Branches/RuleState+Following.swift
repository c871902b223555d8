import Foundation

/// States of branches of one history, of which one leads and the others follow: each keeps only what is different in it.
///
/// In every step the leading state decides first, if the event happens in its branch. Its changes are kept apart until the next step, so
/// that a following state still reads what was before.
extension RuleState {
    /// Returns the occurrences in a window that ends at a date, oldest first.
    func occurrences(of subject: WindowSubject, for spec: WindowSpec, until now: Date) -> ArraySlice<SlidingWindows.Occurrence> {
        wasRead = true
        use?.windows.append(StateUse.Window(subject: subject, spec: spec, end: now))
        return counted(of: subject, for: spec, until: now)
    }

    private func counted(of subject: WindowSubject, for spec: WindowSpec, until now: Date) -> ArraySlice<
        SlidingWindows.Occurrence
    > {
        let windows = sharesCounts ? base?.slidingWindows ?? slidingWindows : slidingWindows
        return windows.occurrences(of: subject, for: spec, until: now, after: newest)
    }

    /// Begins a step of the leading state.
    func beginStep() {
        if !former.isEmpty { former = [:] }
        if use == nil { use = StateUse() }
        use?.begin(horizon)
    }

    /// Counts on its own from now on. Must precede the decision of the leading state.
    func countApart() {
        guard sharesCounts, let base else { return }
        slidingWindows = base.slidingWindows
        recentMessages = base.recentMessages
        sharesCounts = false
    }

    /// Returns whether the decision of the leading state has used something that is different here. What precedes a decision, such as
    /// counting the event, has been done in both states.
    var isConcerned: Bool {
        guard let base, let use = base.use, newest == base.newest else { return true }
        if use.readsRelays || use.readsRecent && !sharesCounts { return true }
        if cache.count > 0, use.keys.contains(where: cache.contains) { return true }
        if horizon != use.horizon {
            let (first, last) = (min(horizon, use.horizon), max(horizon, use.horizon))
            if use.ends.contains(where: { first < $0 && $0 <= last }) { return true }
        }
        guard !sharesCounts else { return false }
        return use.windows.contains { window in
            let own = counted(of: window.subject, for: window.spec, until: window.end)
            let others = base.counted(of: window.subject, for: window.spec, until: window.end)
            return !own.elementsEqual(others) { $0.isSame(as: $1) }
        }
    }

    /// Takes over a decision of the leading state that is the same here.
    func adopt() { if base?.use?.writesEnding == true { advanceHorizon() } }

    /// Keeps what is different after a step in which this state has not taken over the decision of the leading one.
    func keepDifferences(_ written: [Write] = []) {
        guard let base else { return }
        for (key, before) in base.former {
            let leading = base.known(key)
            if cache.contains(key) {
                if known(key) == leading { cache.remove(key) }
            } else if before != leading {
                cache.put(before, under: key, changedBy: 0)
            }
        }
        for write in written where cache.contains(write.key) && known(write.key) == base.known(write.key) {
            cache.remove(write.key)
        }
        guard cache.count >= pruneCount else { return }
        for (key, slot) in cache.allSlots {
            var (own, leading) = (slot, base.known(key))
            own.removeExpired(through: horizon)
            leading.removeExpired(through: horizon)
            if own == leading { cache.remove(key) }
        }
        pruneCount = max(Self.minPruneCount, 2 * cache.count)
    }

    /// A Boolean value that indicates whether the end of a step removes expired entries from memory. With a source, what it has would
    /// take their place.
    var needsPruning: Bool { source == nil && cache.count >= pruneCount }

    /// Ends a step of the leading state, and removes expired entries from memory.
    ///
    /// - Parameter horizons: The times through which entries have expired in the following states.
    func endStep(_ horizons: [Date]) {
        cache.removeExpired(through: horizons.reduce(horizon, min))
        pruneCount = max(Self.minPruneCount, 2 * cache.count)
    }

    private static let minPruneCount = 4096
}

extension SlidingWindows.Occurrence {
    /// Returns whether conditions cannot tell two occurrences apart.
    fileprivate func isSame(as other: Self) -> Bool {
        at == other.at && amount == other.amount && message == other.message && channel == other.channel && user == other.user
            && isJoin == other.isJoin && sketch == other.sketch
    }
}
