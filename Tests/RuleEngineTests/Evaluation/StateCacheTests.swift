import Foundation
import Testing

@testable import RuleEngine

struct StateCacheTests {
    private static let time = Date(timeIntervalSince1970: 1_767_787_200)

    private static func key(_ name: String) -> StateKey { StateKey(.counter, name) }

    private static func slot(_ count: Int, text: String = "", expiresAt: Date? = nil) -> StateSlot {
        var entry = StateEntry(at: time)
        entry.count = count
        entry.text = text
        return StateSlot(real: StateSlot.Item(entry: entry, expiresAt: expiresAt))
    }

    private static func names(_ cache: StateCache) -> [String] { cache.slots(of: .counter).map(\.key.name).sorted() }

    /// Creates a cache of `a` to `e`, in this order of use, the last change of each by the given ticket.
    private static func cache(_ tickets: [Int64]) -> StateCache {
        var cache = StateCache()
        for (name, ticket) in zip(["a", "b", "c", "d", "e"], tickets) { cache.put(slot(1), under: key(name), changedBy: ticket) }
        return cache
    }

    @Test func `the slots used least recently are removed`() {
        var cache = Self.cache([0, 0, 0, 0, 0])
        let (first, unknown) = (cache.slot(under: Self.key("a")), cache.slot(under: Self.key("x")))
        #expect(first?.real?.entry.count == 1 && unknown == nil)
        cache.put(Self.slot(2), under: Self.key("c"), changedBy: 0)
        cache.shrink(to: .init(keys: 3)) { 0 }
        #expect(Self.names(cache) == ["a", "c", "e"])
        cache.shrink(to: .init(keys: 1)) { 0 }
        #expect(Self.names(cache) == ["c"])
        #expect(cache.slots(of: .counter).map(\.slot.real?.entry.count) == [2])
    }

    @Test func `a slot whose change is not durable is kept, with those used after it`() {
        var cache = Self.cache([1, 2, 3, 0, 0])
        cache.shrink(to: .init(keys: 1)) { 1 }
        #expect(Self.names(cache) == ["b", "c", "d", "e"])
        cache.shrink(to: .init(keys: 1)) { 3 }
        #expect(Self.names(cache) == ["e"])
    }

    @Test func `slots are removed beyond a number of bytes, except the last one`() {
        var cache = Self.cache([0, 0, 0, 0, 0])
        let size = cache.byteCount / 5
        cache.shrink(to: .init(bytes: 3 * size)) { 0 }
        #expect(Self.names(cache) == ["c", "d", "e"] && cache.byteCount == 3 * size)
        cache.put(Self.slot(1, text: String(repeating: "x", count: 10_000)), under: Self.key("d"), changedBy: 0)
        cache.shrink(to: .init(bytes: 3 * size)) { 0 }
        #expect(Self.names(cache) == ["d"] && cache.byteCount > 10_000)
        cache.remove(Self.key("d"))
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func `durable slots are removed at once`() {
        var cache = Self.cache([0, 4, 2, 5, 0])
        cache.removeAll(durableThrough: 3)
        #expect(Self.names(cache) == ["b", "d"])
        cache.put(Self.slot(1), under: Self.key("f"), changedBy: 0)
        cache.shrink(to: .init(keys: 1)) { 9 }
        #expect(Self.names(cache) == ["f"])
    }

    @Test func `expired entries are removed, and slots without another entry`() {
        var cache = Self.cache([0, 0])
        cache.put(Self.slot(1, expiresAt: Self.time), under: Self.key("b"), changedBy: 0)
        var slot = Self.slot(1, expiresAt: Self.time)
        slot[.shadow(rule: "r")] = StateSlot.Item(entry: StateEntry(at: Self.time), expiresAt: Self.time + 1)
        cache.put(slot, under: Self.key("c"), changedBy: 0)
        cache.removeExpired(through: Self.time)
        #expect(Self.names(cache) == ["a", "c"])
        let left = cache.slot(under: Self.key("c"))
        #expect(left?.real == nil && left?.shadows.count == 1)
    }
}
