import BotKit
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import RuleEngine

struct RuleStateTests {
    /// A table of stored entries, to which changes are committed in the order of their tickets.
    private final class StoredEntries: Sendable {
        private struct Contents {
            var entries: [StateKey: [ExecutionMode: StoredStateEntry]] = [:]
            var durableTicket: Int64 = 0
            var reads = 0
            var rewrites = 0
        }

        private let contents = Mutex(Contents())

        var reads: Int { contents.withLock { $0.reads } }

        func source(_ keys: Int) -> StateSource {
            StateSource(
                entries: { [self] kind, name, subject in
                    contents.withLock { contents in
                        contents.reads += 1
                        guard let kind = StateKey.Kind(rawValue: kind) else { return [] }
                        return Array((contents.entries[StateKey(kind, name, subject)] ?? [:]).values)
                    }
                },
                durableTicket: { [self] in contents.withLock { $0.durableTicket } },
                rewriteCount: { [self] in contents.withLock { $0.rewrites } }, capacity: .init(keys: keys))
        }

        func commit(_ writes: [RuleState.Write], through ticket: Int64) {
            contents.withLock { contents in
                for write in writes {
                    contents.entries[write.key, default: [:]][write.mode] =
                        write.entry == nil ? nil : StoredStateEntry(write)
                }
                contents.durableTicket = ticket
            }
        }

        /// Begins another process, whose tickets begin anew.
        func restart() { contents.withLock { $0.durableTicket = 0 } }

        /// Replaces an enforced entry as an erasure does.
        func rewrite(_ key: StateKey, _ entry: StateEntry) {
            contents.withLock { contents in
                contents.entries[key] = [.real: StoredStateEntry(RuleState.Write(mode: .real, key: key, entry: entry))]
                contents.rewrites += 1
            }
        }

        /// Deletes what has expired by the stored horizon. Returns the number of deleted entries.
        func deleteExpired() -> Int {
            contents.withLock { contents in
                guard let horizon = contents.entries[StateKey(.expiredThrough, "")]?[.real]?.expiredThrough else { return 0 }
                let before = contents.entries.values.reduce(0) { $0 + $1.count }
                for (key, entries) in contents.entries {
                    contents.entries[key] = entries.filter { entry in entry.value.expiresAt.map { $0 > horizon } ?? true }
                }
                return before - contents.entries.values.reduce(0) { $0 + $1.count }
            }
        }
    }

    private static let start = RuleEngineHarness.start
    private static let day = 86_400.0

    private static func key(_ name: String, _ kind: StateKey.Kind = .counter) -> StateKey { StateKey(kind, name) }

    private static func entry(_ count: Int, until seconds: Double? = nil) -> StateEntry {
        var entry = StateEntry(at: start)
        entry.count = count
        entry.until = seconds.map { start + $0 }
        return entry
    }

    @Test func `an entry is read when it is needed, and dropped once its change is durable`() {
        let stored = StoredEntries()
        let state = RuleState(source: stored.source(2))
        let names = ["a", "b", "c", "d"]
        func counts() -> [Int?] { names.map { state.entry(Self.key($0), in: .real, at: Self.start)?.count } }
        for (index, name) in names.enumerated() {
            state.begin(Int64(index + 1))
            state.change(Self.key(name), .add(1, decay: nil, at: Self.start), in: .real, at: Self.start)
        }
        #expect(counts() == [1, 1, 1, 1] && stored.reads == 4)
        stored.commit(state.takeWritten(), through: 4)
        #expect(state.entry(Self.key("e"), in: .real, at: Self.start) == nil)
        #expect(state.enforcedInMemory(of: .counter).count == 2)
        #expect(counts() == [1, 1, 1, 1] && stored.reads > 5)
        #expect(state.enforcedInMemory(of: .counter).count == 2)
    }

    @Test func `a removal that is not durable is not read back`() {
        let stored = StoredEntries()
        let state = RuleState(source: stored.source(1))
        state.begin(1)
        state.change(Self.key("a"), .set(Self.entry(7)), in: .real, at: Self.start)
        stored.commit(state.takeWritten(), through: 1)
        state.begin(2)
        state.change(Self.key("a"), .forget, in: .real, at: Self.start)
        for name in ["b", "c", "d"] { _ = state.entry(Self.key(name), in: .real, at: Self.start) }
        #expect(state.entry(Self.key("a"), in: .real, at: Self.start) == nil)
        stored.commit(state.takeWritten(), through: 2)
        _ = state.entry(Self.key("e"), in: .real, at: Self.start)
        #expect(state.enforcedInMemory(of: .counter).map(\.key.name) == ["e"])
        #expect(state.entry(Self.key("a"), in: .real, at: Self.start) == nil)
    }

    @Test func `entries of rules in shadow mode are read with the enforced one`() {
        let stored = StoredEntries()
        let mode = ExecutionMode.shadow(rule: "r")
        let first = RuleState(source: stored.source(8))
        first.begin(1)
        first.change(Self.key("a"), .set(Self.entry(1)), in: .real, at: Self.start)
        first.change(Self.key("a"), .add(4, decay: nil, at: Self.start), in: mode, at: Self.start)
        stored.commit(first.takeWritten(), through: 1)
        let second = RuleState(source: stored.source(8))
        second.change(Self.key("a"), .add(1, decay: nil, at: Self.start), in: .real, at: Self.start)
        #expect(second.entry(Self.key("a"), in: .real, at: Self.start)?.count == 2)
        #expect(second.entry(Self.key("a"), in: mode, at: Self.start)?.count == 6)
        #expect(stored.reads == 2)
    }

    @Test func `entries that were rewritten in the store are read again, except those with a change of their own`() {
        let stored = StoredEntries()
        let state = RuleState(source: stored.source(8))
        state.begin(1)
        for name in ["a", "b"] { state.change(Self.key(name), .set(Self.entry(1)), in: .real, at: Self.start) }
        stored.commit(state.takeWritten(), through: 1)
        state.begin(2)
        state.change(Self.key("b"), .set(Self.entry(2)), in: .real, at: Self.start)
        for name in ["a", "b"] { stored.rewrite(Self.key(name), Self.entry(9)) }
        state.begin(3)
        #expect(["a", "b"].map { state.entry(Self.key($0), in: .real, at: Self.start)?.count } == [9, 2])
    }

    @Test func `an entry is absent a day after its end and the newest event, whether or not it is still stored`() {
        let stored = StoredEntries()
        let state = RuleState(source: stored.source(2))
        state.begin(1)
        state.advance(to: Self.start)
        for kind in [StateKey.Kind.mention, .question] {
            state.change(Self.key("a", kind), .set(Self.entry(1, until: 60)), in: .real, at: Self.start)
        }
        state.change(Self.key("b", .mention), .set(Self.entry(1)), in: .real, at: Self.start)
        func present() -> [Bool] {
            [Self.key("a", .mention), Self.key("a", .question), Self.key("b", .mention)].map { state.expiredEntry($0) != nil }
        }
        func advance(by days: Double, ticket: Int64) {
            state.begin(ticket)
            state.advance(to: Self.start + days * Self.day)
            // Only a change that can expire lets others expire.
            let until = (days + 1) * Self.day
            state.change(Self.key("clock", .cooldown), .set(Self.entry(1, until: until)), in: .real, at: Self.start)
            stored.commit(state.takeWritten(), through: ticket)
        }
        advance(by: 0.9, ticket: 2)
        #expect(stored.deleteExpired() == 0)
        #expect(present() == [true, true, true])
        advance(by: 1.1, ticket: 3)
        #expect(present() == [false, true, true])
        #expect(stored.deleteExpired() == 1)
        #expect(present() == [false, true, true])
    }

    @Test func `entries about late events are kept for a day, so that limits hold for them`() {
        let state = RuleState()
        let count = { state.entry(Self.key("q", .quota), in: .real, at: Self.start)?.count }
        func change() {
            state.change(
                Self.key("q", .quota), .add(1, decay: nil, at: Self.start, until: Self.start + 60), in: .real, at: Self.start)
        }
        state.advance(to: Self.start + 10 * Self.day)
        change()
        change()
        #expect(count() == 2)
        state.advance(to: Self.start + 12 * Self.day)
        state.change(
            Self.key("clock", .cooldown), .set(Self.entry(1, until: 13 * Self.day)), in: .real, at: Self.start + 12 * Self.day)
        #expect(count() == nil)
        change()
        #expect(count() == 1)
    }

    @Test func `expired entries leave the memory of a state without a source`() {
        let state = RuleState()
        state.advance(to: Self.start)
        for number in 0..<5000 {
            state.change(Self.key("\(number)", .cooldown), .set(Self.entry(1, until: 60)), in: .real, at: Self.start)
        }
        #expect(state.enforcedInMemory(of: .cooldown).count == 5000)
        let later = Self.start + 3 * Self.day
        state.advance(to: later)
        state.change(Self.key("last", .cooldown), .set(Self.entry(1, until: 4 * Self.day)), in: .real, at: later)
        #expect(state.enforcedInMemory(of: .cooldown).map(\.key.name) == ["last"])
    }

    private static let rules = """
          - id: count
            trigger: message
            mode: enforce
            late: run
            when: { text: { contains: a } }
            then: [{ counter: { add: { name: said, scope: user } } }, { reply: "{{ counters.said }}" }]
          - { id: few, trigger: message, mode: enforce, late: run, when: { author: { messages_seen: "< 3" } }, then: { react: x } }
          - id: slow
            trigger: message
            mode: enforce
            late: run
            when: { text: { contains: b } }
            cooldown: { per: user, for: 12h }
            then: { reply: slow }
          - id: mark
            trigger: message
            mode: enforce
            late: run
            when: { text: { contains: c } }
            then: { set: { var: mood, value: seen, scope: user, ttl: 20h } }
          - { id: mood, trigger: message, mode: enforce, late: run, when: { var: { name: mood, is: seen } }, then: { react: z } }
          - id: try
            trigger: message
            mode: shadow
            late: run
            when: { counter: { name: said, scope: user, value: ">= 3" } }
            then: [{ counter: { reset: { name: said, scope: user } } }, { reply: try }]
        """

    /// The decisions about a random sequence of events, commits, refused commits and crashes.
    ///
    /// - Parameters:
    ///   - keys: The number of keys in memory.
    ///   - deletesExpired: Deletes the stored entries that have expired now and then.
    private static func decisions(
        seed: UInt64, keys: Int, deletesExpired: Bool
    ) throws -> (results: [[AuthorResult]], reads: Int, deleted: Int) {
        var random = SplitMix64(seed: seed)
        let stored = StoredEntries()
        var harness = try RuleEngineHarness(rules, state: stored.source(keys))
        var (committed, deleted, seconds) = (0, 0, 0.0)
        var results: [[AuthorResult]] = []
        for _ in 0..<250 {
            seconds += Double.random(in: 1...20_000, using: &random)
            let isLate = Int.random(in: 0..<6, using: &random) == 0
            let author = Author(id: UserID(Int64.random(in: 101...106, using: &random)), username: "someone")
            let text = ["a", "b", "c", "a b", "b c", "x"][Int.random(in: 0..<6, using: &random)]
            results.append(harness.say(text, by: author, at: isLate ? seconds - 2 * day : seconds, isLate: isLate).results)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                let next = committed + Int.random(in: 0...(harness.recorded.count - committed), using: &random)
                for decision in harness.recorded[committed..<next] {
                    stored.commit(decision.written, through: decision.decision.ticket)
                }
                committed = next
            case 8, 9: if deletesExpired { deleted += stored.deleteExpired() }
            case 10:
                // A crash, in which the changes that are not durable are lost.
                stored.restart()
                harness = try RuleEngineHarness(rules, state: stored.source(keys))
                committed = 0
            default: break  // The commit is refused, and its changes wait for the next one.
            }
        }
        return (results, stored.reads, deleted)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `decisions do not depend on how much of the state is in memory, nor on the deletion of what has expired`(seed: UInt64)
        throws
    {
        let all = try Self.decisions(seed: seed, keys: 100_000, deletesExpired: false)
        for keys in [1, 4] {
            let some = try Self.decisions(seed: seed, keys: keys, deletesExpired: true)
            #expect(some.results == all.results)
            #expect(some.reads > all.reads && some.deleted > 0)
        }
        #expect(
            Set(all.results.flatMap { $0 }.map(\.author)).isSuperset(of: ["rule:count", "rule:few", "rule:mood", "rule:slow"]))
    }
}
